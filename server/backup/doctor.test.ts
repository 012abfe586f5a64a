import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from '#server/config.ts';
import { openMailer } from '#server/platform/mail/open-mailer.ts';
import { openStoredFiles } from '#server/platform/storage/open-storage.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, startedRun } from '#test/factories.ts';
import { createDoctorService } from './doctor.service.ts';

/** The lock that a process takes while it seals. */
const chainLock = 0x1a5d;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ work: false });
  const owner = await app.person('property');
  const { areas } = await startedRun(owner);
  const photo = await addedPhoto(owner, areas[0]?.id ?? '');
  expect((await owner.get(`/api/photos/${photo.id}/thumbnail`)).status).toBe(200);
});
afterAll(() => app.close());

async function states(changed: Partial<Config> = {}, url: string | null = app.database.url) {
  const config = { ...app.config, ...changed };
  const [files, { mailer }] = [await openStoredFiles(config), await openMailer(config)];
  const database = url === null ? null : { url, audit: app.system.services.audit };
  return createDoctorService({ config, files, mailer, database }).examine();
}
const worst = async (what: string, config: Partial<Config> = {}, url: string | null = app.database.url) =>
  (await states(config, url)).filter((each) => each.what === what && each.state !== 'ok');

describe('the doctor', () => {
  it('approves an installation that is in order [api.commandline.4]', async () => {
    const checks = await states();
    expect(checks.filter(({ what, state }) => state !== 'ok' && what !== 'disk')).toEqual([]);
    const examined = [
      'settings',
      'encryption',
      'disk',
      'store',
      'mail',
      'database',
      'clock',
      'schema',
      'queue',
      'audit log',
      'files',
    ];
    expect([...new Set(checks.map(({ what }) => what))]).toEqual(examined);
  });

  it('reports unencrypted connections to other machines', async () => {
    const says = async (databaseUrl: string) =>
      (await worst('encryption', { databaseUrl })).map((each) => each.summary);
    const open = ['Unencrypted to another machine: the database (add sslmode=verify-full to DATABASE_URL).'];
    for (const end of ['', '?sslmode=disable', '?ssl=false'])
      expect([end, await says(`postgres://u:p@db.example:5432/innspect${end}`)]).toEqual([end, open]);
    for (const end of ['db.example/i?sslmode=verify-full', 'db.example/i?ssl=true', 'localhost/i', '/i?host=/run/pg'])
      expect([end, await says(`postgres://${end}`)]).toEqual([end, []]);
    // The address 0.0.0.0 counts as another machine, but reaches this one.
    const s3 = { bucket: 'b', endpoint: 'http://0.0.0.0:9', region: 'r', accessKeyId: 'a', secretAccessKey: 'b' };
    expect((await worst('encryption', { s3 }, null)).map((each) => each.summary)).toEqual([
      'Unencrypted to another machine: the store (use https).',
    ]);
    const backup = { place: { bucket: s3, path: 'nightly' }, keep: 1 };
    expect((await worst('encryption', { backup }, null)).map((each) => each.summary)).toEqual([
      'Unencrypted to another machine: the bucket of backups (use https).',
    ]);
  });

  it('reports nightly backups that are old, and a place where none can be written', async () => {
    const place = await mkdtemp(join(tmpdir(), 'innspect-backups-'));
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const backup = { place, keep: 3 };
    try {
      expect(await worst('backups', { backup }, null)).toEqual([]);
      for (const days of [4, 3]) await writeFile(join(place, `innspect-${daysAgo(days)}.tar`), '');
      const summary = `The last nightly backup is of ${daysAgo(3)}.`;
      expect(await worst('backups', { backup }, null)).toEqual([{ what: 'backups', state: 'warning', summary }]);
      await writeFile(join(place, `innspect-${daysAgo(1)}.tar`), '');
      expect(await worst('backups', { backup }, null)).toEqual([]);
      const file = { place: join(place, `innspect-${daysAgo(1)}.tar`), keep: 3 };
      expect(await worst('backups', { backup: file }, null)).toMatchObject([{ state: 'fault' }]);
    } finally {
      await rm(place, { recursive: true });
    }
  });

  it('reports that TRUSTED_PROXIES is empty behind a proxy', async () => {
    const behind = { mode: 'production', publicUrl: 'https://inspect.example.com' } as const;
    expect((await worst('proxy', behind, null)).map(({ state, summary }) => [state, summary])).toEqual([
      ['warning', expect.stringContaining('TRUSTED_PROXIES is empty')],
    ]);
    expect(await worst('proxy', { ...behind, trustedProxies: ['10.0.0.1'] }, null)).toEqual([]);
    expect(await worst('proxy', { ...behind, publicUrl: 'http://localhost' }, null)).toEqual([]);
  });

  it('reports missing and surplus files', async () => {
    const { rows } = await app.database.pool.query('select storage_key from photos');
    const key = rows[0].storage_key;
    await app.storage.put('photos/of-nobody', Buffer.from('x'), { contentType: 'image/png' });
    expect(await worst('files')).toEqual([
      { what: 'files', state: 'warning', summary: 'The store has 1 files that nothing refers to: photos/of-nobody.' },
    ]);
    await app.storage.remove(key);
    expect(await worst('files')).toContainEqual({
      what: 'files',
      state: 'fault',
      summary: `1 files are missing in the store: ${key}.`,
    });
  });

  it('warns when entries of the audit log wait unsealed for longer than a minute', async () => {
    const { pool } = app.database;
    const { audit } = app.system.services;
    await audit.seal();
    // Nothing is sealed while another connection holds the lock of the chain.
    const other = await pool.connect();
    try {
      await other.query('select pg_advisory_lock($1)', [chainLock]);
      await app.person('property');
      expect(await worst('audit log')).toEqual([]);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
      await app.person('property');
      vi.useRealTimers();
      expect(await worst('audit log')).toEqual([
        {
          what: 'audit log',
          state: 'warning',
          summary: expect.stringContaining('Entries have waited 1 min to be sealed.'),
        },
      ]);
    } finally {
      vi.useRealTimers();
      await other.query('select pg_advisory_unlock($1)', [chainLock]);
      other.release();
    }
    await audit.seal();
    expect(await worst('audit log')).toEqual([]);
  });

  it('reports a broken audit log, another schema, and late jobs', async () => {
    const { pool } = app.database;
    await app.system.services.audit.seal();
    await pool.query('alter table audit_logs disable trigger user');
    await pool.query("update audit_logs set action = 'nothing' where seq = 2");
    expect(await worst('audit log')).toMatchObject([
      { state: 'fault', summary: expect.stringContaining('from entry 2 on') },
    ]);
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('f00', 9)");
    expect(await worst('schema')).toMatchObject([{ state: 'fault' }]);
    await pool.query(
      "insert into pgboss.job (name, state, start_after) values ('remove-files', 'created', now() - interval '2 hours')",
    );
    expect(await worst('queue')).toMatchObject([
      { state: 'warning', summary: expect.stringContaining(' 1 of them for more than an hour') },
    ]);
  });

  it('reports a mail server, a store and a database that do not answer', async () => {
    expect(await worst('mail', { smtpUrl: 'smtp://127.0.0.1:9' })).toMatchObject([{ state: 'fault' }]);
    expect(await worst('mail', { outboxDir: join(app.config.dataDir, 'secrets.json') })).toMatchObject([
      { state: 'fault', summary: expect.stringContaining('Mail cannot be written to the outbox') },
    ]);
    const s3 = { bucket: 'b', endpoint: 'http://127.0.0.1:9', region: 'x', accessKeyId: 'a', secretAccessKey: 'b' };
    expect(await worst('store', { s3 }, null)).toMatchObject([{ state: 'fault' }]);
    expect(await worst('database', {}, 'postgres://a:b@127.0.0.1:9/c')).toMatchObject([{ state: 'fault' }]);
  });

  it('is a command that works before the first start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    try {
      const env = { PATH: process.env['PATH'], DATA_DIR: folder };
      const child = spawn(process.execPath, ['server/backup/doctor-cli.ts'], { env });
      const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      expect(out).toContain('ok       settings: evaluation mode; every setting can be read.');
      expect(out).toContain('WARNING  database: There is none yet; the first start makes it.');
      expect(code).toBe(out.includes('FAULT') ? 1 : 0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
