/**
 * node scripts/run.mjs scripts/conformance.ts: writes docs/conformance.md from the statements of the specification and
 * the tests that name them. Fails when a statement has neither a test nor a decision. `--open` only lists what is open.
 */
import { writeFileSync } from 'node:fs';
import { conformance, conformancePage } from './conformance/read.ts';
import { renderTable, summary } from './conformance/table.ts';

const { table, faults } = conformance();
if (!process.argv.includes('--open')) writeFileSync(conformancePage, renderTable(table));
process.stdout.write([...faults, summary(table), ''].join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;
