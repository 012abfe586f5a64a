import fc from 'fast-check';
import { password, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { faultsOf } from './judge.ts';
import { attacksOn, type ApiDocument, type Attack } from './requests.ts';
import { expectOk } from '#test/factories.ts';
import { createWorld, roles, type World } from './world.ts';

/** The number of requests to one world. Attacks delete its records, so a new one is created regularly. */
const requestsToAWorld = 250;

export interface AttackReport {
  requests: number;
  /** The number of answers by status. */
  statuses: Record<string, number>;
  /** Operations that never answered 2xx, so that only their refusals were tested. */
  neverSucceeded: string[];
  /** Each fault with the first request that showed it. */
  faults: { fault: string; attack: Attack; answer: string }[];
}

async function send(attack: Attack, client: Client): Promise<Answer> {
  const { operation: _, ...request } = attack;
  client.csrfToken ??= (await client.get('/api/csrf-token')).body.csrfToken as string;
  return client.send({ ...request, headers: { 'x-csrf-token': client.csrfToken, ...request.headers } });
}

/** Signs in the users whose sessions an attack has ended; returns false when that is no longer possible. */
async function signInAgain({ clients }: World): Promise<boolean> {
  for (const role of ['stranger', 'owner', 'admin'] as const) {
    const client = clients[role];
    const { status, body } = await client.get('/api/user');
    if (status === 200) {
      // Signing up or in has started another session, which has another token.
      client.csrfToken = (await client.get('/api/csrf-token')).body.csrfToken as string;
      // In evaluation mode users choose their role, and a stranger who chose admin could see everything.
      if (role === 'stranger' && body.role === 'admin')
        await expectOk(client.put('/api/user/profile', { role: 'property_owner' }), 'Leaving the admin view');
      continue;
    }
    client.cookies.clear();
    client.csrfToken = null;
    const { username } = client.user;
    const answer = await client.post('/api/login', {
      username,
      password,
      role: role === 'admin' ? 'admin' : 'property',
    });
    if (answer.status !== 200) return false;
    client.csrfToken = answer.body.csrfToken;
  }
  // A visitor who has signed up or in must become a visitor again.
  clients.visitor.cookies.clear();
  clients.visitor.csrfToken = null;
  return true;
}

const changesAccounts = /\/(login|logout|register|password|sessions?|email|profile|second-factor|users)\b/;

/** Sends hostile requests to every call of the published document, in every role, and judges the answers. */
export async function attackProduct(
  app: TestApp,
  { requests, seed, report }: { requests: number; seed: number; report?: (done: number) => void },
): Promise<AttackReport> {
  const document: ApiDocument = (await app.visitor().get('/api/openapi.json')).body;
  const statuses: Record<string, number> = {};
  const done = new Set<string>();
  const tried = new Set<string>();
  const faults = new Map<string, AttackReport['faults'][number]>();
  for (let sent = 0; sent < requests; sent += requestsToAWorld) {
    const world = await createWorld(app);
    const numRuns = Math.min(requestsToAWorld, requests - sent);
    const attacks = fc.sample(fc.noBias(fc.tuple(attacksOn(document, world.ids), fc.constantFrom(...roles))), {
      seed: seed + sent,
      numRuns,
    });
    for (const [attack, role] of attacks) {
      const answer = await send(attack, world.clients[role]);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      tried.add(attack.operation);
      if (answer.status < 300) done.add(attack.operation);
      for (const fault of faultsOf(attack, role, answer, world)) {
        if (!faults.has(fault)) faults.set(fault, { fault, attack, answer: answer.raw.toString('utf8').slice(0, 500) });
      }
      const isSuspect = answer.status === 401 || answer.status === 403 || changesAccounts.test(attack.operation);
      if (isSuspect && !(await signInAgain(world))) break;
    }
    report?.(sent + numRuns);
  }
  return {
    requests,
    statuses,
    neverSucceeded: [...tried].filter((each) => !done.has(each)).toSorted(),
    faults: [...faults.values()],
  };
}
