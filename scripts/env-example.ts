/** Writes .env.example from the table of settings; with --readme prints the table for the README instead. */
import { writeFileSync } from 'node:fs';
import { renderEnvExample, renderReadmeTable } from '#server/config.ts';

if (process.argv.includes('--readme')) process.stdout.write(`${renderReadmeTable()}\n`);
else writeFileSync('.env.example', renderEnvExample());
