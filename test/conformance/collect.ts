import { parseSync } from 'vite';

/** A test as it is written in its source. */
export interface FoundTest {
  /** Relative to the root of the project. */
  file: string;
  /** Without the ids at its end, and with placeholders such as `%s`, `$name` and `${…}` as written. */
  title: string;
  /** The statements that it names. */
  ids: string[];
  /** False if the test or a block around it is skipped, todo or expected to fail. */
  counts: boolean;
}

export interface CollectedTests {
  tests: FoundTest[];
  faults: string[];
}

type Node = Record<string, unknown>;

const runners = new Set(['test', 'it', 'describe']);
/** Modifiers of tests that may not run or that are expected to fail. */
const withoutProof = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fail', 'fails']);
/** Functions that look like tests but are hooks, blocks or steps. */
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
/** An id, or a range of them such as `2.live.1-9`. */
const statementIdPattern = /(?<![\w.])((?:[1-9]|api|decisions|domain)\.[a-z]+\.)(\d+)(?:-(\d+))?(?![\w.])/g;
const endingIds = /\s*\[\s*((?:[1-9]|api|decisions|domain)\.[^\]]*)\]\s*$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * The names in `test`, `test.skip`, `test.describe.skip`, `test.each([…])`, `test.skipIf(…).each([…])` …; [] for other
 * calls.
 */
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

/** The text of a literal; null for a computed value. */
function literal(node: unknown, source: string): string | null {
  if (!isNode(node)) return null;
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node['type'] !== 'TemplateLiteral') return null;
  return source.slice(Number(node['start']) + 1, Number(node['end']) - 1);
}

/** Expands an id or a range of ids to a list. */
function expand(named: string): string[] {
  return [...named.matchAll(statementIdPattern)].flatMap(([, topic, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${topic}${Number(first) + n}`),
  );
}

interface TitleParts {
  ids: string[];
  /** The number of ids and ranges in the title. */
  mentions: number;
  rest: string;
  odd: string[];
}

function partsOf(title: string): TitleParts {
  const ending = endingIds.exec(title);
  if (!ending) return { ids: [], mentions: 0, rest: title, odd: [] };
  const named = (ending[1] ?? '').split(',').map((each) => each.trim());
  const odd = named.filter((each) => each.replace(statementIdPattern, '') !== '' || expand(each).length === 0);
  const valid = named.filter((each) => !odd.includes(each));
  return { ids: valid.flatMap(expand), mentions: valid.length, rest: title.slice(0, ending.index), odd };
}

/**
 * The tests of one source file, and the faults of its ids: unknown ids, and ids anywhere but at the end of a test's
 * title.
 */
export function collectTests(file: string, source: string, known: ReadonlySet<string>): CollectedTests {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return { tests: [], faults: [`${file} cannot be read: ${errors[0]?.message}`] };
  const tests: FoundTest[] = [];
  const faults: string[] = [];
  let named = 0;

  function visit(value: unknown, counts: boolean): void {
    if (Array.isArray(value)) for (const each of value) visit(each, counts);
    if (!isNode(value)) return;
    const names = value['type'] === 'CallExpression' ? chain(value['callee']) : [];
    const called = runners.has(names[0] ?? '');
    const given = called && Array.isArray(value['arguments']) ? (value['arguments'] as unknown[]) : [];
    const title = literal(given[0], source);
    const counting = counts && !(title !== null && names.some((name) => withoutProof.has(name)));
    if (title !== null && names[0] !== 'describe' && !names.some((name) => noTests.has(name))) {
      const { ids, mentions, rest, odd } = partsOf(title);
      named += mentions;
      for (const each of odd) faults.push(`${file} names '${each}', which is no id: ${title}`);
      tests.push({ file, title: rest, ids, counts: counting && given.length > 1 });
    }
    for (const child of Object.values(value)) visit(child, counting);
  }
  visit(program, true);

  for (const { ids, title } of tests) {
    for (const id of ids) if (!known.has(id)) faults.push(`${file} names ${id}, which no statement has: ${title}`);
  }
  const standing = source.match(statementIdPattern)?.length ?? 0;
  if (standing !== named) {
    faults.push(
      `${file} has ${standing - named} ids elsewhere than at the end of a test's title, where they prove nothing`,
    );
  }
  return { tests, faults };
}
