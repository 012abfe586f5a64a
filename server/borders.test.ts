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
