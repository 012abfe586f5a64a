import type { Statement } from '#test/conformance/statement.ts';
import type { FoundTest } from './collect.ts';

export interface Row extends Statement {
  provenBy: FoundTest[];
}

export interface Table {
  rows: Row[];
  /** What keeps the table from being complete, one sentence each. */
  faults: string[];
}

const sections: Record<string, string> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

/** Puts the tests beside the statements that they name; a statement with neither a test nor a decision is a fault. */
export function buildTable(statements: readonly Statement[], tests: readonly FoundTest[]): Table {
  const proofs = new Map<string, FoundTest[]>();
  for (const test of tests) {
    if (test.counts) for (const id of new Set(test.ids)) proofs.set(id, [...(proofs.get(id) ?? []), test]);
  }
  const rows = statements.map((statement) => ({ ...statement, provenBy: proofs.get(statement.id) ?? [] }));
  const twice = statements.filter(({ id }, index) => statements.findIndex((other) => other.id === id) !== index);
  return {
    rows,
    faults: [
      ...twice.map(({ id }) => `${id} stands twice in the table`),
      ...rows.filter(isOpen).map(({ id, states }) => `${id} is proven by no test: ${states}`),
    ],
  };
}

const isOpen = (row: Row): boolean => row.provenBy.length === 0 && row.overruledBy === undefined;

/** 'Conformance: 600 statements, 580 proven by tests, 20 settled by a decision alone, 0 open'. */
export function summary({ rows }: Table): string {
  const proven = rows.filter(({ provenBy }) => provenBy.length > 0).length;
  const open = rows.filter(isOpen).length;
  const decided = rows.length - proven - open;
  return `Conformance: ${rows.length} statements, ${proven} proven by tests, ${decided} settled by a decision alone, ${open} open`;
}

/** The page docs/conformance.md. */
export function renderTable(table: Table): string {
  const overruled = table.rows.filter(({ overruledBy }) => overruledBy !== undefined).length;
  const lines = [
    '# Conformance',
    '',
    'Every statement of the specification, in its order, with the tests that prove it, or the decision that overrules or',
    'fills it. Generated from `test/conformance/` and the titles of the tests by `node scripts/run.mjs',
    'scripts/conformance.ts`; `npm run check` compares, and `npm test` asks whether the tests named here ran and passed.',
    '',
    `${summary(table)}. ${overruled} of them are overruled or filled by a decision.`,
  ];
  let section = '';
  let topic = '';
  for (const row of table.rows) {
    const [inSection = '', inTopic = ''] = row.id.split('.');
    if (inSection !== section) lines.push('', `## ${inSection}. ${sections[inSection] ?? ''}`);
    if (inSection !== section || inTopic !== topic) {
      lines.push('', `### ${inSection}.${inTopic}`, '', '| id | statement | shown by |', '| --- | --- | --- |');
    }
    [section, topic] = [inSection, inTopic];
    lines.push(`| ${row.id} | ${cell(row.states)} | ${shownBy(row)} |`);
  }
  return `${lines.join('\n')}\n`;
}

function shownBy(row: Row): string {
  const proofs = row.provenBy.map(({ file, title }) => `\`${file}\` › ${cell(title)}`);
  if (row.overruledBy !== undefined) proofs.unshift(`*${cell(row.overruledBy)}*`);
  return proofs.length > 0 ? proofs.join('<br>') : '**nothing yet**';
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
