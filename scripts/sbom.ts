/**
 * npm run sbom -- FILE
 * Writes a list of everything that is installed with the product, as CycloneDX JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readBom } from './sbom/read.ts';

const [file] = process.argv.slice(2);
if (file) {
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const bom = readBom(name);
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${file} names ${bom.components.length} components.\n`);
} else {
  process.stderr.write('Name the file to write: npm run sbom -- FILE\n');
  process.exitCode = 1;
}
