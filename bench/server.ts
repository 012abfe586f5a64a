import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { serverFlags } from '../scripts/lib/project.mjs';
import { csrfTokenSchema, sessionAnswerSchema, type Role } from '#contract/users.ts';

/**
 * Starts a program, as `npm start` would, and waits until it prints its address. With a niceness, it and what it starts leave the
 * processor to the others.
 */
export async function startProgram(file: string, env: Record<string, string>, niceness = 0) {
  const options = {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
  };
  const args = ['-n', String(niceness), process.execPath, ...serverFlags, file];
  const server: ChildProcessByStdio<null, Readable, null> = spawn('nice', args, options);
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address) {
      server.stdout.resume();
      return { server, address };
    }
  }
  throw new Error(`${file} did not start`);
}

/** Starts the product with a data folder on a free port. */
export function startServer(folder: string, settings: Record<string, string> = {}, niceness = 0) {
  const env = {
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    AI_ENGINE: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  };
  return startProgram('server/main.ts', env, niceness);
}

/** Signs up a user and returns its client. */
export async function client(address: string, role: Role = 'property', name: string = role) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  let token = '';
  const call = async <S extends z.ZodType>(
    method: string,
    path: string,
    schema: S,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<z.output<S>> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        cookie: cookie(),
        'x-csrf-token': token,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return schema.parse(await answer.json());
  };
  ({ csrfToken: token } = await call('GET', '/api/csrf-token', csrfTokenSchema));
  const { user, csrfToken } = await call('POST', '/api/register', sessionAnswerSchema, {
    username: `bench-${name}`,
    email: `${name}@bench.example.com`,
    password: 'long enough',
    role,
  });
  token = csrfToken;
  const headers = () => ({ cookie: cookie(), 'x-csrf-token': token });
  return { call, cookie, headers, user };
}
