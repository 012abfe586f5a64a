import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { AppError, toProblem } from './problem.ts';

/** PostgreSQL states that are a conflict with what somebody else did, not a fault: a stale status, a serialization failure. */
const conflictStates = new Set(['IN409', '40001', '40P01']);

function sqlState(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return null;
}

function send(reply: FastifyReply, status: number, detail: string, errors?: Record<string, string>) {
  return reply
    .status(status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblem(status, detail, errors));
}

/** Turns whatever was thrown into a problem document. What a person may not see goes to the log alone. */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
    return send(reply, error.status, error.message, error.errors);
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.');
      errors[name] ??= issue.message ?? 'Invalid value';
    }
    return send(reply, 400, Object.values(errors)[0] ?? 'Invalid input', errors);
  }
  const state = sqlState(error);
  if (state && conflictStates.has(state)) {
    request.log.info({ err: error }, 'conflict in the database');
    return send(reply, 409, 'Somebody else changed this at the same moment. Reload and try again');
  }
  if (!isResponseSerializationError(error) && error.statusCode && error.statusCode < 500) {
    const detail: Record<number, string> = {
      413: 'The request is too large',
      415: 'This type of content is not supported',
    };
    return send(reply, error.statusCode, detail[error.statusCode] ?? error.message);
  }
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed');
  return send(reply, 500, 'Something went wrong on our side. Try again in a moment');
}
