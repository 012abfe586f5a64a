import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverFlags } from '../scripts/lib/project.mjs';
import { createTestApp, type TestApp } from '#test/app.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ work: false });
  await app.visitor().get('/api/health');
});
afterAll(() => app.close());

it.each(['deploy/alerts.yaml', 'deploy/dashboard.json', 'docs/operations.md'])(
  'every figure that %s names is one of /metrics',
  async (path) => {
    const { body } = await app.visitor().get('/metrics');
    const named = read(path).match(/\b(?:http|innspect|process|nodejs)_[a-z0-9_]+\b/g) ?? [];
    const missing = named.filter((name) => !body.includes(`# TYPE ${name.replace(/_bucket$/, '')} `));
    expect(named.length).toBeGreaterThan(3);
    expect(missing.filter((name) => !/^(process|nodejs)_$/.test(name))).toEqual([]);
  },
);

it.each([
  'deploy/compose.yaml',
  'deploy/compose.store.yaml',
  'deploy/Containerfile',
  'deploy/innspect.service',
  'docs/operations.md',
])('every setting that %s names is one of the product', (path) => {
  const settings = new Set([...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name));
  const named = read(path).match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
  const elsewhere = /^(POSTGRES_|AF_|CMD_|DATABASE_PASSWORD$|BUILD_BASE$)/;
  expect(named.filter((name) => !settings.has(name) && !elsewhere.test(name))).toEqual([]);
});

it.each(['deploy/Containerfile', 'deploy/innspect.service'])('%s starts the server as npm start does', (path) => {
  const [, command = ''] = /^(?:CMD|ExecStart=)(.*server\/main\.ts.*)$/m.exec(read(path)) ?? [];
  const words = command
    .replaceAll(/[[\]",]/g, ' ')
    .trim()
    .split(/\s+/);
  expect(words.slice(-serverFlags.length - 1)).toEqual([...serverFlags, 'server/main.ts']);
});

it.each(['deploy/Containerfile', 'deploy/innspect.service'])(
  '%s runs it in production unless it is told otherwise',
  (path) => {
    expect(read(path)).toMatch(/^(?:ENV |Environment=).*\bAPP_MODE=production\b/m);
  },
);

it('no figure has a label that Prometheus gives to each series itself, and would hide', async () => {
  const { body } = await app.visitor().get('/metrics');
  expect(body.match(/^\w+\{[^}]*\b(?:job|instance)="/m)).toBeNull();
  for (const path of ['deploy/alerts.yaml', 'deploy/dashboard.json'])
    expect([path, read(path).match(/by \([^)]*\bjob\b|\{\{ ?(?:\$labels\.)?job ?\}\}/)]).toEqual([path, null]);
});
