/**
 * npm run borders
 * Checks who may import whom, including types, by the rules of `.dependency-cruiser.mjs`. Prints every violation and
 * their number.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ICruiseResult, IViolation } from 'dependency-cruiser';

const folders = ['contract', 'server', 'web/src', 'test', 'scripts', 'training', 'bench', 'e2e'];
const cruiser = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const config = resolve('.dependency-cruiser.mjs');

/** The violations of the border rules in the folders of a root. */
export function cruise(root: string): ICruiseResult['summary'] {
  const there = folders.filter((folder) => existsSync(resolve(root, folder)));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, '--config', config, '--output-type', 'json', ...there],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(stderr.trim());
  return (JSON.parse(stdout) as ICruiseResult).summary;
}

const text = ({ rule, from, to, cycle }: IViolation): string =>
  `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`;

if (import.meta.main) {
  const { violations, totalCruised, totalDependenciesCruised } = cruise('.');
  for (const violation of violations) process.stdout.write(`${text(violation)}\n`);
  const cycles = violations.filter(({ cycle }) => cycle !== undefined).length;
  process.stdout.write(
    `${violations.length} violations, ${cycles} cycles (${totalCruised} files, ${totalDependenciesCruised} imports)\n`,
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
}
