import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The sender of the request that is being answered, for the audit log. */
export interface RequestClient {
  address: string;
  /** The program's own name in User-Agent. */
  program: string | null;
}

const maxProgramLength = 300;
const clients = new AsyncLocalStorage<RequestClient>();

/** The client of the current request; null in a job. */
export const requestClient = (): RequestClient | null => clients.getStore() ?? null;

/** Calls `work`, now or later, as part of the request, for example for a message on its socket. */
export const withClientOf = <T>(request: FastifyRequest, work: () => T): T => clients.run(clientOf(request), work);

/** Sets a name for the sender of the current request, to precede its own. */
export function nameClient(name: string): void {
  const client = clients.getStore();
  if (client) client.program = [name, client.program].filter(Boolean).join(' · ').slice(0, maxProgramLength);
}

function clientOf({ ip, headers }: FastifyRequest): RequestClient {
  const program = headers['user-agent']?.replaceAll(/\p{Cc}/gu, '').slice(0, maxProgramLength);
  return { address: ip, program: program || null };
}

/** Makes the client of a request known to everything that answers it. */
export function trackClients(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    withClientOf(request, () => {
      scopes.set(request, new AsyncResource('request'));
      done();
    });
  });
  // Reading the body continues on the connection, where the request's context is lost.
  app.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request);
    if (scope) scope.runInAsyncScope(done);
    else done();
  });
}
