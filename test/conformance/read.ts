import { globSync, readFileSync } from 'node:fs';
import { collectTests, type FoundTest } from './collect.ts';
import { statements } from './statements/all.ts';
import { buildTable, renderTable, type Table } from './table.ts';

export const conformancePage = 'docs/conformance.md';
const sources = '{contract,scripts,server,web/src,test,e2e}/**/*.{test,spec,suite}.{ts,tsx}';

export interface Conformance {
  table: Table;
  /** The tests that statements cite. */
  cited: FoundTest[];
  faults: string[];
}

/** Reads the statements and all tests of the project. */
export function conformance(): Conformance {
  const known = new Set(statements.map(({ id }) => id));
  const found = globSync(sources)
    .map((file) => file.replaceAll('\\', '/'))
    // The tests of this folder contain titles as examples.
    .filter((file) => !file.startsWith('test/conformance/'))
    .toSorted()
    .map((file) => collectTests(file, readFileSync(file, 'utf8'), known));
  const tests = found.flatMap((each) => each.tests);
  const table = buildTable(statements, tests);
  return {
    table,
    cited: tests.filter(({ counts, ids }) => counts && ids.length > 0),
    faults: [...found.flatMap((each) => each.faults), ...table.faults],
  };
}

/** The fault of the table or its page; null when there is none. */
export function conformanceFault(): string | null {
  const { table, faults } = conformance();
  if (faults.length > 0) return faults.join('\n');
  if (readFileSync(conformancePage, 'utf8') === renderTable(table)) return null;
  return `${conformancePage} is not up to date. Run: node scripts/run.mjs test/conformance/main.ts`;
}
