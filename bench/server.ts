import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { csrfTokenSchema, sessionAnswerSchema } from '#contract/users.ts';

/** The product on an empty folder and a free port. */
export async function startServer(folder: string) {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    AI_ENGINE: 'off',
    LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address) {
      server.stdout.resume();
      return { server, address };
    }
  }
  throw new Error('The server did not start');
}

/** A person who has signed up. */
export async function client(address: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  let token = '';
  const call = async <S extends z.ZodType>(
    method: string,
    path: string,
    schema: S,
    body?: unknown,
  ): Promise<z.output<S>> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { cookie: cookie(), 'x-csrf-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
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
  ({ csrfToken: token } = await call('POST', '/api/register', sessionAnswerSchema, {
    username: 'bench',
    email: 'bench@example.com',
    password: 'long enough',
    role: 'property',
  }));
  return { call, cookie };
}
