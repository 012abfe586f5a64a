/**
 * node scripts/run.mjs test/conformance/main.ts
 * Writes docs/conformance.md from the statements of the specification and the tests that name them. Fails when a
 * statement has neither a test, nor a decision, nor a reason to be open. `--open` lists the open statements instead.
 */
import { writeFileSync } from 'node:fs';
import { conformance, conformancePage } from './read.ts';
import { openRows, renderTable, summary } from './table.ts';

const { table, faults } = conformance();
const listing = process.argv.includes('--open');
if (!listing) writeFileSync(conformancePage, renderTable(table));
process.stdout.write([...faults, ...(listing ? openRows(table) : []), summary(table), ''].join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;
