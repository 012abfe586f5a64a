import type { FoundTest } from './collect.ts';
import { sectionOf } from './sections.ts';
import type { Statement } from './statement.ts';

export interface Row extends Statement {
  provenBy: FoundTest[];
}

export interface Table {
  rows: Row[];
  /** The faults of the table, one sentence each. */
  faults: string[];
}

/** Joins the statements with the tests that cite them. */
export function buildTable(statements: readonly Statement[], tests: readonly FoundTest[]): Table {
  const proofs = new Map<string, FoundTest[]>();
  for (const test of tests) {
    if (test.counts) for (const id of new Set(test.ids)) proofs.set(id, [...(proofs.get(id) ?? []), test]);
  }
  const rows = statements.map((statement) => ({ ...statement, provenBy: proofs.get(statement.id) ?? [] }));
  const twice = statements.filter(({ id }, index) => statements.findIndex((other) => other.id === id) !== index);
  return {
    rows,
    faults: [...twice.map(({ id }) => `${id} stands twice in the table`), ...rows.flatMap(faultOf)],
  };
}

const stateOf = (row: Row): 'proven' | 'settled' | 'open' | 'unproven' => {
  if (row.provenBy.length > 0) return 'proven';
  if (row.overruledBy !== undefined) return 'settled';
  return row.open === undefined ? 'unproven' : 'open';
};

function faultOf(row: Row): string[] {
  if (!sectionOf(row.id)) return [`${row.id} belongs to no section of the specification`];
  if (stateOf(row) === 'unproven') return [`${row.id} is proven by no test: ${row.states}`];
  if (stateOf(row) === 'proven' && row.open !== undefined)
    return [`${row.id} is proven by a test and still declared open: ${row.open}`];
  return [];
}

/** 'Conformance: 600 statements, 540 proven by tests, 20 settled by a decision alone, 40 open'. */
export function summary({ rows }: Table): string {
  const count = (...wanted: ReturnType<typeof stateOf>[]) => rows.filter((row) => wanted.includes(stateOf(row))).length;
  return `Conformance: ${rows.length} statements, ${count('proven')} proven by tests, ${count('settled')} settled by a decision alone, ${count('open', 'unproven')} open`;
}

/** The statements that no test proves yet, each with the reason. */
export const openRows = ({ rows }: Table): string[] =>
  rows.filter((row) => stateOf(row) === 'open').map(({ id, states, open }) => `${id} ${states} (${open})`);

/** The page docs/conformance.md. */
export function renderTable(table: Table): string {
  const overruled = table.rows.filter(({ overruledBy }) => overruledBy !== undefined).length;
  const lines = [
    '# Conformance',
    '',
    'Every statement of the [specification](specification/README.md), in its order, with the tests that prove it, the decision',
    'that overrules or fills it, or the reason why it is open. Generated from `test/conformance/` and the titles of the tests',
    'by `node scripts/run.mjs test/conformance/main.ts`; `npm run check` compares, and `npm test` asks whether the tests',
    'named here ran and passed.',
    '',
    `${summary(table)}. ${overruled} of them are overruled or filled by a decision.`,
  ];
  let heading = '';
  let topic = '';
  for (const row of table.rows) {
    const section = sectionOf(row.id);
    const newHeading = section ? `${section.page}: ${section.heading}` : '';
    const newTopic = row.id.replace(/\.\d+$/, '');
    if (newHeading !== heading) lines.push('', `## ${newHeading}`);
    if (newTopic !== topic) lines.push('', `### ${newTopic}`, '');
    [heading, topic] = [newHeading, newTopic];
    lines.push(`- **${row.id}** ${plain(row.states)}`, ...shownBy(row).map((line) => `  - ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** How many tests are listed per statement; further ones are only counted, to keep the page readable. */
const shownProofs = 2;
const shownTitle = 120;

function shownBy(row: Row): string[] {
  const named = row.provenBy
    .slice(0, shownProofs)
    .map(
      ({ file, title }) =>
        `\`${file}\` › ${title.length > shownTitle ? `${plain(title.slice(0, shownTitle))}…` : plain(title)}`,
    );
  const more = row.provenBy.length - named.length;
  const lines = [
    ...(row.overruledBy === undefined ? [] : [`*${plain(row.overruledBy)}*`]),
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(row.open === undefined ? [] : [`**open**: ${plain(row.open)}`]),
  ];
  return lines.length > 0 ? lines : ['**nothing yet**'];
}

const plain = (text: string): string => text.replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
