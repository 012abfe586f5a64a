import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productionPackages, refusals, renderThirdParty } from './rules.ts';

export const thirdPartyPage = 'THIRD-PARTY.md';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), dev: z.boolean().optional() })),
});

/** Read by eye in the LICENSE of a package whose package.json says nothing. */
const readByEye: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

function statedIn(path: string): string | null {
  const file = join(path, 'package.json');
  if (!existsSync(file)) return readByEye[path] ?? null;
  const { license } = z.object({ license: z.string().optional() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  return license ?? readByEye[path] ?? null;
}

/** The page of the packages that are locked now, and what is wrong with them. */
export function thirdParty(): { page: string; faults: string[] } {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const production = productionPackages(packages, statedIn);
  return { page: renderThirdParty(production), faults: refusals(production) };
}

/** Says what is wrong; null when every licence permits commercial use and the page is up to date. */
export function licenceFault(): string | null {
  const { page, faults } = thirdParty();
  if (faults.length > 0) return faults.join('\n');
  if (existsSync(thirdPartyPage) && readFileSync(thirdPartyPage, 'utf8') === page) return null;
  return `${thirdPartyPage} is not up to date. Run: node scripts/run.mjs scripts/licences.ts`;
}
