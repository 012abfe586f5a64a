import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deviceClockHeader, type DeviceClock } from '#contract/device-clock.ts';
import { compareClocks, parseDeviceClock } from './device-clock.rules.ts';
import { hasBody } from './input.ts';
import { isAnonymous } from './route.ts';

/** The sender of the request that is being answered, for the audit log. */
export interface RequestClient {
  address: string;
  /** The program's own name in User-Agent. */
  program: string | null;
  /** When its device made the change, for a change that waited on the device. */
  clock: DeviceClock | null;
}

const maxProgramLength = 300;

/** Its program and clock are read from the headers when somebody asks, which few requests do. */
class Client implements RequestClient {
  readonly address: string;
  private readonly agent: string | undefined;
  private readonly clockHeader: string | undefined;
  private readonly received = Date.now();
  private name: string | null = null;

  constructor({ ip, headers }: FastifyRequest) {
    // Asked for now, because a connection that has closed has forgotten it.
    this.address = ip;
    this.agent = headers['user-agent'];
    const clock = headers[deviceClockHeader];
    this.clockHeader = typeof clock === 'string' ? clock : undefined;
  }

  get program(): string | null {
    const program = this.agent?.replaceAll(/\p{Cc}/gu, '').slice(0, maxProgramLength);
    const named = this.name === null ? program : [this.name, program].filter(Boolean).join(' · ');
    return named?.slice(0, maxProgramLength) || null;
  }

  get clock(): DeviceClock | null {
    const input = this.clockHeader === undefined ? null : parseDeviceClock(this.clockHeader);
    return input && compareClocks(input, new Date(this.received));
  }

  nameIt(name: string): void {
    this.name = [name, this.name].filter(Boolean).join(' · ');
  }
}

const clients = new AsyncLocalStorage<Client>();

/** The client of the current request; null in a job. */
export const requestClient = (): RequestClient | null => clients.getStore() ?? null;

/** Calls `work`, now or later, as part of the request, for example for a message on its socket. */
export const withClientOf = <T>(request: FastifyRequest, work: () => T): T => clients.run(new Client(request), work);

/** Sets a name for the sender of the current request, to precede its own. */
export const nameClient = (name: string): void => clients.getStore()?.nameIt(name);

/** Makes the client of a request known to everything that answers it. */
export function trackClients(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, AsyncResource>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    // What answers all alike changes nothing, and so notes nobody.
    if (access && isAnonymous(access)) return done();
    withClientOf(request, () => {
      if (hasBody(request)) scopes.set(request, new AsyncResource('request'));
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
