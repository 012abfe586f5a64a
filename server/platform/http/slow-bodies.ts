import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleClientError } from './error-handler.ts';

/** How long any body may take, and after that how many bytes a second it must have brought. */
const patience = 20_000;
const minBytesPerSecond = 1024;
const interval = 5000;

export interface SlowBodyLimits {
  patience: number;
  minBytesPerSecond: number;
  interval: number;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Cuts off requests whose bodies dribble in: each would hold a connection and memory for as long as it likes. A phone in
 * a basement is faster than the least rate.
 */
export function refuseSlowBodies(
  app: FastifyInstance,
  limits: SlowBodyLimits = { patience, minBytesPerSecond, interval },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watch(request, limits);
    done();
  });
}

function watch(request: FastifyRequest, limits: SlowBodyLimits): void {
  const { raw } = request;
  const { socket } = raw;
  // A request that a test injects has no connection.
  if (!(socket instanceof Socket)) return;
  const begun = Date.now();
  // Of the socket, because not every route reads the body through the same stream.
  const before = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const elapsed = Date.now() - begun;
    const least = ((elapsed - limits.patience) / 1000) * limits.minBytesPerSecond;
    if (elapsed < limits.patience || socket.bytesRead - before >= least) return;
    clearInterval(timer);
    request.log.info({ route: request.routeOptions.url, seconds: elapsed / 1000 }, 'slow body cut off');
    handleClientError(Object.assign(new Error('The body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }, limits.interval);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
