import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { createHead, headSchema, type Head, type HeadWeights } from '#contract/vision/head.ts';

const encode = (values: Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

/** Encodes a head in the form that headSchema parses. */
export function encodeHead({ classes, ...weights }: HeadWeights): z.input<typeof headSchema> {
  const { mean, scale, w1, b1, w2, b2 } = weights;
  return {
    classes,
    mean: encode(mean),
    scale: encode(scale),
    w1: encode(w1),
    b1: encode(b1),
    w2: encode(w2),
    b2: encode(b2),
  };
}

/** Loads a head that is stored in this folder (training creates it). Throws when it was trained for other classes. */
export async function loadHead(file: string, names: readonly string[]): Promise<Head> {
  const weights = headSchema.parse(JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8')));
  if (weights.classes.join() !== names.join()) throw new Error(`${file} was trained for other classes`);
  return createHead(weights);
}
