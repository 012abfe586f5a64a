import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productionPackages, refusals, renderThirdParty } from './rules.ts';

export const thirdPartyPage = 'THIRD-PARTY.md';
/** Describes the data on which the shipped weights were trained. */
const trainingPage = 'training/attribution.md';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), dev: z.boolean().optional() })),
});

/** Licenses of packages without a license in package.json, read from their LICENSE files by a person. */
const checkedByHand: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

/** The license of a package whose package.json has none. */
export const licenseReadByEye = (name: string): string | null => checkedByHand[`node_modules/${name}`] ?? null;

function statedIn(path: string): string | null {
  const file = join(path, 'package.json');
  if (!existsSync(file)) return checkedByHand[path] ?? null;
  const { license } = z.object({ license: z.string().optional() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  return license ?? checkedByHand[path] ?? null;
}

/** THIRD-PARTY.md for the locked packages, and the faults of their licenses. */
export function thirdParty(): { page: string; faults: string[] } {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const production = productionPackages(packages, statedIn);
  const page = [renderThirdParty(production), readFileSync(trainingPage, 'utf8')].join('\n');
  return { page, faults: refusals(production) };
}

/** The fault; null when every license permits commercial use and the page is up to date. */
export function licenseFault(): string | null {
  const { page, faults } = thirdParty();
  if (faults.length > 0) return faults.join('\n');
  if (existsSync(thirdPartyPage) && readFileSync(thirdPartyPage, 'utf8') === page) return null;
  return `${thirdPartyPage} is not up to date. Run: node scripts/run.mjs scripts/licenses.ts`;
}
