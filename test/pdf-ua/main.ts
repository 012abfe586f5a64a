/**
 * npm run --silent pdf-ua -- FILE…
 * Checks PDFs for conformance with PDF/UA-1.
 */
import { readFile } from 'node:fs/promises';
import { checkPdfUa } from './check.ts';

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('Name the files to examine.');
for (const file of files) {
  const failures = await checkPdfUa(await readFile(file));
  console.log(`${file}: ${failures.length === 0 ? 'nothing found' : `${failures.length} failures`}`);
  for (const { condition, says } of failures) console.log(`  ${condition}  ${says}`);
  if (failures.length > 0) process.exitCode = 1;
}
