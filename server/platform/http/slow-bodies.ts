import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleClientError } from './error-handler.ts';
import { hasBody } from './input.ts';

/** How long any body may take, and how many bytes per second it must bring after that. */
const graceTime = 20_000;
const minBytesPerSecond = 1024;
const interval = 5000;

export interface SlowBodyLimits {
  graceTime: number;
  minBytesPerSecond: number;
  interval: number;
}

/**
 * Cuts off requests whose bodies arrive very slowly, because each could hold a connection and memory indefinitely. Even
 * a phone with poor reception is faster than the minimum rate.
 */
export function refuseSlowBodies(
  app: FastifyInstance,
  limits: SlowBodyLimits = { graceTime, minBytesPerSecond, interval },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watch(request, limits);
    done();
  });
}

function watch(request: FastifyRequest, limits: SlowBodyLimits): void {
  const { raw } = request;
  const { socket } = raw;
  // A request injected by a test has no connection.
  if (!(socket instanceof Socket)) return;
  const begun = Date.now();
  // The socket's count, because not every route reads the body through the same stream.
  const before = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const elapsed = Date.now() - begun;
    const least = ((elapsed - limits.graceTime) / 1000) * limits.minBytesPerSecond;
    if (elapsed < limits.graceTime || socket.bytesRead - before >= least) return;
    clearInterval(timer);
    request.log.info({ route: request.routeOptions.url, seconds: elapsed / 1000 }, 'slow body cut off');
    handleClientError(Object.assign(new Error('The body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }, limits.interval);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
