/** Writes .env.example, and the table of settings in README.md, from the settings themselves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderEnvExample, renderReadmeTable } from '#server/config.ts';

writeFileSync('.env.example', renderEnvExample());
const readme = readFileSync('README.md', 'utf8');
writeFileSync('README.md', readme.replace(/^\| variable \|.*\n(\|.*\n?)*/m, `${renderReadmeTable()}\n`));
