import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The module that owns the tables of each file in server/schema. */
const owners: Record<string, string> = {
  areas: 'inspections',
  keys: 'users',
  limits: 'platform/auth',
  learning: 'analysis',
  audit: 'platform/audit',
  cases: 'cases',
  changes: 'platform/changes',
  checklists: 'checklists',
  exports: 'personal-data',
  findings: 'findings',
  inspections: 'inspections',
  messages: 'messages',
  notifications: 'notifications',
  photos: 'photos',
  figures: 'inspections',
  frames: 'frames',
  requests: 'plans',
  properties: 'properties',
  recordings: 'recordings',
  plans: 'plans',
  shares: 'plans',
  runs: 'inspections',
  sample: 'sample',
  uploads: 'uploads',
  usage: 'analysis',
  summaries: 'plans',
  sums: 'analytics',
  users: 'users',
  views: 'users',
  webhooks: 'webhooks',
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

/** The tables that a file writes, found by the constants of server/schema under any imported name. */
function tablesWrittenIn(file: string): string[] {
  const text = read(file);
  const renamed = new Map([...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, table, name]) => [name, table]));
  return [...text.matchAll(/\.(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+)\s*\)/g)]
    .map(([, name = '']) => renamed.get(name) ?? name)
    .filter((name) => ownerOf.has(name));
}

const isRepository = (file: string) => file.endsWith('.repository.ts');

it('every file of tables has an owner', () => {
  expect([...ownerOf].filter(([, owner]) => owner.startsWith('nobody'))).toEqual([]);
});

it("a table is written only by its own module's repository", () => {
  const violations = sources.flatMap((file) =>
    tablesWrittenIn(file)
      .filter((table) => !isRepository(file) || moduleOf(file) !== ownerOf.get(table))
      .map((table) => `${file} writes ${table}`),
  );
  expect(violations).toEqual([]);
});

/** The reasons for which modules may read tables of later modules. */
const readsOfLaterTables: Record<string, string> = {
  'analysis reads findings': 'what people said, which it learns from',
  'analysis reads inspections': 'which areas a reviewer approved',
  'analysis reads photos': 'the pictures that it learns from',
  'analysis reads properties': 'the names beside what the model service cost',
  'cases reads areas': 'how far the inspection of a case has come',
  'cases reads figures': 'the kept counts above the list of cases',
  'cases reads inspections': 'the review of those areas',
  'cases reads properties': 'the owner whose case it is, and whether the property has one',
  'cases reads runs': 'the run that a case is inspected by',
  'findings reads photos': 'whether a photo belongs to the same area, and when it was taken',
  'findings reads plans': 'whether the work on a finding is under way, which then ends in the plan',
  'inspections reads checklists': 'the coverage that a score is based on',
  'inspections reads findings': 'the score',
  'inspections reads messages': 'whether a message is about an inspection that would be deleted',
  'inspections reads photos': 'the coverage, and the confidence of the analyses',
  'inspections reads plans':
    'the plan made from a run or an inspection, and the item whose finished work a photo shows',
  'inspections reads recordings': 'whether a re-inspection has new evidence',
  'photos reads checklists': 'what a model service is told to look for',
  'properties reads areas': 'whether the inspection of a property on the list was begun',
  'properties reads runs': 'the run in progress',
  'uploads reads photos': 'the size of what an account has uploaded, and how much of it waits for its analysis',
  'uploads reads recordings': 'the size of what an account has uploaded',
};

/** The noun of each table by its name in the database. */
const nounOfTable = new Map(
  globSync('server/schema/*.tables.ts').flatMap((file) =>
    [...read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table = '']): [string, string] => [
      table,
      /(\w+)\.tables\.ts$/.exec(file)?.[1] ?? '',
    ]),
  ),
);

/** The nouns of the tables that a file names in raw SQL, ignoring comments. */
const nounsInSql = (file: string): string[] =>
  [
    ...read(file)
      .replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
      .matchAll(/\b(?:from|join)\s+(?:public\.)?"?([a-z_]+)\b/gi),
  ].flatMap(([, table = '']) => nounOfTable.get(table) ?? []);

it('the functions of repositories start with the verbs that CONTRIBUTING.md lists', () => {
  const verb = /^(find|get|list|count|sum|is|has|insert|update|save|delete|lock)(?![a-z])/;
  const declared =
    /^export (?:async )?(?:function\*?|const) (\w+)(?:<[^(]*>)?(?: = (?:async )?)?\(\s*(?:db|tx|client): /gm;
  const names = sources
    .filter(isRepository)
    .flatMap((file) => [...read(file).matchAll(declared)].map(([, name = '']) => `${name} (${file})`));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !verb.test(name))).toEqual([]);
});

it('a module reads tables of later modules only for the listed reasons', () => {
  const order = orderIn('serverModules');
  const imported = /^import (?!type)\{?([^;]*?)\}? from '#server\/schema\/(\w+)\.tables\.ts'/gm;
  const reads = sources
    .filter((file) => !file.startsWith('server/schema/'))
    .flatMap((file) =>
      [...read(file).matchAll(imported)]
        .filter(([, names = '']) => names.split(',').some((name) => name.trim() !== '' && !/^\s*type /.test(name)))
        .map(([, , noun = '']) => noun)
        .concat(nounsInSql(file))
        .map((noun) => ({ module: moduleOf(file), noun, owner: owners[noun] ?? 'nobody' }))
        .filter(({ module, owner }) =>
          module.startsWith('platform/')
            ? !owner.startsWith('platform/')
            : order.indexOf(owner) > order.indexOf(module),
        )
        .map(({ module, noun }) => `${module} reads ${noun}`),
    );
  expect([...new Set(reads)].toSorted()).toEqual(Object.keys(readsOfLaterTables));
});

it('a change or a connection is the first argument of a function, and never optional', () => {
  const given = /(?:,\s*\w+\??|\w+\?): (?:Executor|Transaction|Change)\b|\b\w+ = db\b(?=[,)])/g;
  const violations = sources.flatMap((file) =>
    [...read(file).matchAll(given)].map(([text]) => `${file}: ${text.replaceAll(/\s+/g, ' ')}`),
  );
  expect(violations).toEqual([]);
});

it('only the audit module reads the audit log', () => {
  const readers = sources.filter((file) => /schema\/audit\.tables\.ts'|\bfrom "?audit_logs\b/i.test(read(file)));
  expect(readers.filter((file) => moduleOf(file) !== 'platform/audit')).toEqual([]);
  expect(readers).not.toEqual([]);
});

/** Copies all tables between an archive and an installation that is not running. */
const copiesTables = 'server/backup/database-copy.ts';

it('nothing writes a table with raw SQL', () => {
  const written = /\b(insert into|delete from|merge into|truncate table|update ["$]?\{?\w+\}?"? set)\b/i;
  expect(sources.filter((file) => written.test(read(file)))).toEqual([copiesTables]);
});

/** Files that may build services: the wiring, the start, and commands that run without the server. */
const composers = new Set([
  'server/main.ts',
  'server/services.ts',
  'server/analysis/cli.ts',
  'server/backup/backup-cli.ts',
  'server/backup/doctor-cli.ts',
  'server/backup/restore-cli.ts',
  'server/analysis/evaluation/cli.ts',
  'server/analysis/learning/cli.ts',
  'server/users/admin-create.ts',
]);

it('a service is imported as a type, and built only by files that compose services', () => {
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

/** A list of names in the rules of .dependency-cruiser.mjs. */
function orderIn(list: 'serverModules' | 'webFeatures'): string[] {
  const [, names = ''] = new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(read('.dependency-cruiser.mjs')) ?? [];
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}

/**
 * The names along the arrows of a drawing in docs/architecture.md. Each row of the drawing starts where the previous
 * one ends.
 */
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
