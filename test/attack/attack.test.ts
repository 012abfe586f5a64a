import { env, stdout } from 'node:process';
import { expect, it } from 'vitest';
import { createTestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { attackProduct } from './attack.ts';
import { faultsOf } from './judge.ts';
import type { World } from './world.ts';

const requests = Number(env['ATTACK_REQUESTS'] ?? 1000);
const seed = Number(env['ATTACK_SEED'] ?? 1);

it("hostile requests to every call in every role cause no server error and reveal no internals or other users' data", async () => {
  const errors: string[] = [];
  const log = (line: string) => {
    if (JSON.parse(line).level >= 50) errors.push(line);
  };
  const app = await createTestApp({ log });
  try {
    const show = (done: number) => {
      if (done % 10_000 === 0) stdout.write(`${done} requests\n`);
    };
    const report = await attackProduct(app, { requests, seed, report: show });
    if (env['ATTACK_REQUESTS']) stdout.write(`${JSON.stringify(report, null, 1)}\n`);
    expect(report.faults).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await app.close();
  }
}, 3_600_000);

const world: World = { clients: {} as World['clients'], ids: { photos: ['6f9b9af3'] }, secrets: ['kestrel'] };
const attack = { operation: 'GET /api/photos/{id}', method: 'GET', url: '/api/photos/6f9b9af3' } as const;
const answer = (status: number, body: unknown, type = 'application/problem+json'): Answer => {
  const raw = Buffer.from(JSON.stringify(body));
  return { status, body, raw, headers: { 'content-type': type } };
};
const refusal = { code: 'not_found', detail: 'Not found' };
it.each([
  ['a failure', 'owner', answer(500, refusal), ['answered 500']],
  ['a refusal that is no problem document', 'owner', answer(400, refusal, 'text/plain'), ['no problem document']],
  ['a refusal without a code', 'owner', answer(400, { detail: 'No' }), ['no code or detail']],
  ['a stack', 'owner', answer(400, { ...refusal, detail: 'at send (/server/a.ts:1)' }), ['tells of its inside']],
  ["another's word", 'stranger', answer(404, { ...refusal, detail: 'kestrel' }), ['leaks a secret']],
  ["another's thing", 'visitor', answer(200, {}), ["answered 200 at the owner's address"]],
  ['nothing', 'stranger', answer(404, refusal), []],
  ['nothing', 'owner', answer(200, { name: 'kestrel' }), []],
] as const)('%s in an answer is seen', (_, role, given, faults) => {
  expect(faultsOf(attack, role, given, world)).toEqual(
    faults.map((fault) => `GET /api/photos/{id} as ${role}: ${fault}`),
  );
});
