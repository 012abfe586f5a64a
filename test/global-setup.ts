/** Services that test files share. Each starts with the first test that requests it, because most files need none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres-server.ts';
import { startS3Server } from './s3-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which `shared()` requests a service. */
    sharedServices: string;
  }
}

const starters = { postgres: startTestPostgres, s3: startS3Server };
export type SharedServices = {
  [Name in keyof typeof starters]: Awaited<ReturnType<(typeof starters)[Name]>>['access'];
};

const isService = (name: string): name is keyof typeof starters => name in starters;

/** Test files run in separate processes, so they request services over HTTP. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<{ access: unknown; stop(): Promise<void> }>>();
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    if (!isService(name)) return response.writeHead(404).end();
    const service = started.get(name) ?? starters[name]();
    started.set(name, service);
    service.then(
      ({ access }) => response.end(JSON.stringify(access)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('sharedServices', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const service of await Promise.allSettled(started.values())) {
      if (service.status === 'fulfilled') await service.value.stop();
    }
  };
}
