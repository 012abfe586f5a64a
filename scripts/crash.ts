/**
 * npm run crash -- [--rounds N] [--seed S]
 * Kills the product N times, 100 by default, while devices send and photos are analyzed, and proves after each time
 * that nothing acknowledged is lost and nothing is duplicated; prints the figures.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', 'test/crash'];
const env = { ...process.env, CRASH_ROUNDS: values.rounds, CRASH_SEED: values.seed };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
