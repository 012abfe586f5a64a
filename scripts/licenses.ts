/** Writes THIRD-PARTY.md from package-lock.json; fails when a license is not known to permit commercial use. */
import { writeFileSync } from 'node:fs';
import { thirdParty, thirdPartyPage } from './licenses/read.ts';

const { page, faults } = thirdParty();
writeFileSync(thirdPartyPage, page);
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
