import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler as zodSerializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { encoderOf, refused } from './encoder.ts';

/**
 * Writes answers by their schemas: undeclared fields are dropped, and an answer that does not fit is an error. Plain code made
 * from the schema does it; what that does not accept goes through zod, which tells what is wrong with it.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const encode = encoderOf(route.schema);
  const serializeByZod = zodSerializerCompiler(route);
  return (data) => {
    const encoded = encode(data);
    return encoded === refused ? serializeByZod(data) : JSON.stringify(encoded);
  };
};
