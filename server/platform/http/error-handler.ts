import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { isConflict } from '#server/platform/database/conflicts.ts';
import {
  addressNotFound,
  changedMeanwhile,
  headersTooLong,
  invalidFields,
  invalidInput,
  refusedByFramework,
  serverError,
  tooSlow,
} from './http.errors.ts';
import { AppError, toProblem } from './problem.ts';

const clientFaults: Record<string, () => AppError> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: headersTooLong,
};

function sendError(reply: FastifyReply, error: AppError) {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  const problem = toProblem(error.status, error.message, error);
  reply.request.refusal = problem.code;
  return reply.status(error.status).type('application/problem+json').serializer(JSON.stringify).send(problem);
}

/** Answers on the bare connection, because invalid HTTP and requests that arrive too slowly never become a request. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const refusal = clientFaults[error.code ?? '']?.() ?? invalidInput('The request is not valid HTTP');
    const { status } = refusal;
    const body = JSON.stringify(toProblem(status, refusal.message, refusal));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json\r\n` +
        `x-request-id: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** The fields of a log line. An error may come before the user is known. */
const requestFields = ({ ip, method, routeOptions, visit }: FastifyRequest) => ({
  method,
  route: routeOptions.url ?? null,
  client: ip,
  userId: (visit as FastifyRequest['visit'] | undefined)?.actor?.id ?? null,
});

/** Turns any error into a problem document. Details that a user may not see are only logged. */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return sendError(reply, error);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.');
      if (name) errors[name] ??= issue.message ?? 'Invalid value';
    }
    const [first] = error.validation;
    const sentence = first?.message ?? 'Invalid input';
    const named = Object.keys(errors).length > 0;
    return sendError(reply, named ? invalidFields(sentence, errors) : invalidInput(sentence));
  }
  if (isConflict(error)) {
    request.log.info({ err: error, ...requestFields(request) }, 'conflict in the database');
    return sendError(reply, changedMeanwhile());
  }
  if (!isResponseSerializationError(error) && error.statusCode && error.statusCode < 500) {
    // A path that leads out of the web application's folder does not exist, like any other unknown address.
    if (error.statusCode === 403) return sendError(reply, addressNotFound());
    const unreadable = error.code === 'FST_ERR_BAD_URL' ? 'This address cannot be read' : undefined;
    return sendError(reply, refusedByFramework(error.statusCode, unreadable ?? error.message));
  }
  request.log.error({ err: error, ...requestFields(request) }, 'request failed');
  return sendError(reply, serverError());
}
