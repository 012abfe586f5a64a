import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The module that owns the tables of each file in server/schema. */
const owners: Record<string, string> = {
  areas: 'inspections',
  audit: 'platform/audit',
  cases: 'cases',
  checklists: 'checklists',
  findings: 'findings',
  inspections: 'inspections',
  messages: 'messages',
  notifications: 'notifications',
  photos: 'photos',
  properties: 'properties',
  recordings: 'recordings',
  reports: 'reports',
  runs: 'inspections',
  sample: 'sample',
  uploads: 'uploads',
  users: 'users',
};

const sources = globSync('server/**/*.ts', { exclude: ['server/migrations/**'] }).filter(
  (file) => !/\.(test|suite|fixture|test-data)\.ts$/.test(file),
);
const read = (file: string) => readFileSync(file, 'utf8');
const moduleOf = (file: string) => /^server\/(platform\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? 'server';

/** The module that owns each table, by the name of its constant. */
const ownerOf = new Map(
  globSync('server/schema/*.tables.ts').flatMap((file) => {
    const noun = /(\w+)\.tables\.ts$/.exec(file)?.[1] ?? '';
    const tables = [...read(file).matchAll(/export const (\w+) = pgTable\(/g)];
    return tables.map(([, table = '']): [string, string] => [table, owners[noun] ?? `nobody (${noun})`]);
  }),
);

/** What a file writes: tables by the constants of server/schema, whatever name it imports them under. */
function tablesWrittenIn(file: string): string[] {
  const text = read(file);
  const renamed = new Map([...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, table, name]) => [name, table]));
  return [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)]
    .map(([, name = '']) => renamed.get(name) ?? name)
    .filter((name) => ownerOf.has(name));
}

const isRepository = (file: string) => file.endsWith('.repository.ts');

it('every file of tables has an owner', () => {
  expect([...ownerOf].filter(([, owner]) => owner.startsWith('nobody'))).toEqual([]);
});

it("a table is written by its own module's repository alone", () => {
  const strangers = sources.flatMap((file) =>
    tablesWrittenIn(file)
      .filter((table) => !isRepository(file) || moduleOf(file) !== ownerOf.get(table))
      .map((table) => `${file} writes ${table}`),
  );
  expect(strangers).toEqual([]);
});

it('nothing writes a table by SQL of its own', () => {
  const written = /\b(insert into|delete from|update \$?\{?\w+\}? set)\b/i;
  expect(sources.filter((file) => written.test(read(file)))).toEqual([]);
});

/** What composes services: the wiring, the start, and commands that run without the server. */
const composers = new Set([
  'server/main.ts',
  'server/services.ts',
  'server/analysis/cli.ts',
  'server/analysis/evaluation/cli.ts',
  'server/users/admin-create.ts',
]);

it('a service is imported as a type, and built by what composes services alone', () => {
  const imported = /^import (?!type)(?:\{([^}]*)\}) from '[^']*\.service\.ts'/gm;
  const built = sources
    .filter((file) => !composers.has(file))
    .flatMap((file) =>
      [...read(file).matchAll(imported)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `${file} imports ${name}`),
      ),
    );
  expect(built).toEqual([]);
});

/** A list of names in the rules of the borders. */
function orderIn(list: 'serverModules' | 'webFeatures'): string[] {
  const [, names = ''] = new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(read('.dependency-cruiser.mjs')) ?? [];
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}

/** The names along the arrows of a drawing in docs/architecture.md, from its rows, each of which begins where one ends. */
function drawnFrom(first: string): string[] {
  const drawings = read('docs/architecture.md').matchAll(/```mermaid\nflowchart LR\n([^`]*)```/g);
  const rows =
    [...drawings].map(([, text = '']) => text.trim().split('\n')).find(([row]) => row?.startsWith(first)) ?? [];
  return [...new Set(rows.flatMap((row) => row.trim().split(' --> ')))];
}

it.each(['serverModules', 'webFeatures'] as const)('docs/architecture.md draws the order of %s', (list) => {
  const order = orderIn(list);
  expect(order.length).toBeGreaterThan(10);
  expect(drawnFrom(order.at(-1) ?? '').toReversed()).toEqual(order);
});
