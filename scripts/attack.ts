/**
 * npm run attack -- [REQUESTS] [SEED]
 * Sends hostile requests, 200,000 by default, to every call of the published OpenAPI document in every role; prints the
 * figures and the failures. The same seed makes the same requests.
 */
import { spawnSync } from 'node:child_process';

const [requests = '200000', seed = '1'] = process.argv.slice(2);
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', 'test/attack'];
const env = { ...process.env, ATTACK_REQUESTS: requests, ATTACK_SEED: seed };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
