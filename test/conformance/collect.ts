import { parseSync } from 'vite';

/** A test as its source writes it. */
export interface FoundTest {
  /** From the root of the project. */
  file: string;
  /** Without the ids at its end; `%s`, `$name` and `${…}` stand as they are written. */
  title: string;
  /** The statements that it names. */
  ids: string[];
  /** False when it is skipped, still to be written or expected to fail, by itself or by what it stands in. */
  counts: boolean;
}

export interface Collected {
  tests: FoundTest[];
  faults: string[];
}

type Node = Record<string, unknown>;

const runners = new Set(['test', 'it', 'describe']);
/** They make tests that may not run, or that prove the opposite. */
const withoutProof = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fail', 'fails']);
/** They are no tests, but parts and surroundings of tests. */
const noTests = new Set([
  'step',
  'describe',
  'suite',
  'use',
  'extend',
  'beforeEach',
  'afterEach',
  'beforeAll',
  'afterAll',
]);
const anId = /(?<![\w.])(?:[1-9]|api|decisions|domain)\.[a-z]+\.\d+(?![\w.])/g;
const endingIds = /\s*\[\s*((?:[1-9]|api|decisions|domain)\.[^\]]*)\]\s*$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The names of `test`, `test.skip`, `test.describe.skip`, `test.each([…])`, `test.skipIf(…).each([…])` …; [] for others. */
function chain(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee['type'] === 'Identifier') return [String(callee['name'])];
  if (callee['type'] === 'CallExpression') return chain(callee['callee']);
  if (callee['type'] === 'TaggedTemplateExpression') return chain(callee['tag']);
  if (callee['type'] !== 'MemberExpression') return [];
  const names = chain(callee['object']);
  const property = callee['property'];
  return names.length > 0 && isNode(property) ? [...names, String(property['name'] ?? property['value'])] : [];
}

/** A text that stands in the source; null for what is computed elsewhere. */
function literal(node: unknown, source: string): string | null {
  if (!isNode(node)) return null;
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node['type'] !== 'TemplateLiteral') return null;
  return source.slice(Number(node['start']) + 1, Number(node['end']) - 1);
}

function idsOf(title: string): { ids: string[]; rest: string; odd: string[] } {
  const ending = endingIds.exec(title);
  if (!ending) return { ids: [], rest: title, odd: [] };
  const named = (ending[1] ?? '').split(',').map((each) => each.trim());
  const odd = named.filter((each) => each.replace(anId, '') !== '');
  return { ids: named.filter((each) => !odd.includes(each)), rest: title.slice(0, ending.index), odd };
}

/**
 * The tests of one source, and what is wrong with the ids in it: an id that no statement has, and one that stands
 * anywhere but at the end of a test's title.
 */
export function collectTests(file: string, source: string, known: ReadonlySet<string>): Collected {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return { tests: [], faults: [`${file} cannot be read: ${errors[0]?.message}`] };
  const tests: FoundTest[] = [];
  const faults: string[] = [];

  function visit(value: unknown, counts: boolean): void {
    if (Array.isArray(value)) for (const each of value) visit(each, counts);
    if (!isNode(value)) return;
    const names = value['type'] === 'CallExpression' ? chain(value['callee']) : [];
    const called = runners.has(names[0] ?? '');
    const given = called && Array.isArray(value['arguments']) ? (value['arguments'] as unknown[]) : [];
    const title = literal(given[0], source);
    const counting = counts && !(title !== null && names.some((name) => withoutProof.has(name)));
    if (title !== null && names[0] !== 'describe' && !names.some((name) => noTests.has(name))) {
      const { ids, rest, odd } = idsOf(title);
      for (const each of odd) faults.push(`${file} names '${each}', which is no id: ${title}`);
      tests.push({ file, title: rest, ids, counts: counting && given.length > 1 });
    }
    for (const child of Object.values(value)) visit(child, counting);
  }
  visit(program, true);

  for (const { ids, title } of tests) {
    for (const id of ids) if (!known.has(id)) faults.push(`${file} names ${id}, which no statement has: ${title}`);
  }
  const named = tests.flatMap(({ ids }) => ids).length;
  const standing = source.match(anId)?.length ?? 0;
  if (standing !== named) {
    faults.push(
      `${file} has ${standing - named} ids elsewhere than at the end of a test's title, where they prove nothing`,
    );
  }
  return { tests, faults };
}
