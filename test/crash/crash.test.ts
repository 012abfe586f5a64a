import { env, stdout } from 'node:process';
import { expect, it } from 'vitest';
import { s3ServerObstacle } from '#test/s3-server.ts';
import { crashProduct } from './crash.ts';

const rounds = Number(env['CRASH_ROUNDS'] ?? 2);
const seed = Number(env['CRASH_SEED'] ?? 1);

it('processes killed at any moment lose nothing acknowledged and do nothing twice', async () => {
  const isLong = env['CRASH_ROUNDS'] !== undefined;
  const hasStore = s3ServerObstacle() === null;
  const report = await crashProduct({
    rounds,
    seed,
    kinds: isLong && hasStore ? ['one process', 'two processes'] : [hasStore ? 'two processes' : 'one process'],
    report: (round, faults) => void (isLong && stdout.write(`${round} rounds, ${faults} faults\n`)),
  });
  if (isLong) stdout.write(`${JSON.stringify(report, null, 1)}\n`);
  expect(report.faults).toEqual([]);
  expect(report.acknowledged.photos).toBeGreaterThan(0);
}, 36_000_000);
