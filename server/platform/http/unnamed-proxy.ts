import type { FastifyInstance, FastifyRequest } from 'fastify';

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/** Whether a request says that it was forwarded, by a sender whose word does not count. */
function isForwardedInVain({ headers, ip, socket }: FastifyRequest): boolean {
  return forwardedHeaders.some((name) => headers[name] !== undefined) && ip === socket.remoteAddress;
}

/**
 * Says once that a reverse proxy is not in TRUSTED_PROXIES. Behind such a proxy everybody has its address: all of them share
 * the limits of one network, and the audit log does not show where they were.
 */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwardedInVain(request)) {
      isWarned = true;
      app.log.warn(
        { proxy: request.socket.remoteAddress },
        'A request says that a proxy forwarded it, but TRUSTED_PROXIES does not name its sender. If that is your proxy, name it there: until then everybody behind it counts as one network.',
      );
    }
    done();
  });
}
