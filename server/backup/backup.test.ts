import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '#server/platform/database/connection.ts';
import { readUnfinishedJobs } from '#server/platform/queue/stored-jobs.ts';
import { createDiskStorage } from '#server/platform/storage/disk.ts';
import { createLargeObjects } from '#server/platform/storage/large-objects.ts';
import { createS3Client } from '#server/platform/storage/s3-client.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import { createS3Storage } from '#server/platform/storage/s3.ts';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { addedPhoto, linkedCase, startedRun } from '#test/factories.ts';
import { createBucket } from '#test/s3-bucket.ts';
import { s3ServerObstacle } from '#test/s3-server.ts';
import { verifyArchive, writeArchive } from './archive.ts';
import { backupJobs } from './backup.jobs.ts';
import { createBackupService, type Installation } from './backup.service.ts';
import { fillTables, readTable, tablesOf } from './database-copy.ts';
import { fileOnDisk, openBackupFolder } from './places.ts';
import { createRestoreService } from './restore.service.ts';

let folder: string;
const databases: { drop(): Promise<void> }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const neverUnused = { endUnusedSchedule: async () => false };

/** The address of a new database without tables, as on an empty machine. */
async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database.url;
}
/** Every row of every table as text, in an order that does not depend on where it is stored. */
const rowsOf = (url: string): Promise<Map<string, string[]>> =>
  withConnection(url, 'test', async (client) => {
    const found = new Map<string, string[]>();
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    for (const { tablename } of rows) {
      const table = await client.query(`SELECT t::text AS row FROM ${tablename} t ORDER BY 1`);
      found.set(
        tablename,
        table.rows.map(({ row }) => row),
      );
    }
    return found;
  });
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const installationOf = (app: TestApp) => ({
  url: app.database.url,
  dataDir: app.config.dataDir,
  files: app.storage,
  version: '0.1.0',
});

const command = async (script: string, args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env['PATH'], ...env } });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out: out + err };
};

const createBackup = (installation: Installation, path: string) =>
  createBackupService(installation).create(fileOnDisk(path));
const restoreBackup = (path: string, target: Parameters<typeof createRestoreService>[0]) =>
  createRestoreService(target).restore(fileOnDisk(path));

/** An installation with a case, a photo with its copies, and a learned version. */
async function fill(app: TestApp) {
  const [owner, admin] = [await app.person('property'), await app.person('admin')];
  await linkedCase(owner, admin);
  const { areas } = await startedRun(owner);
  const photo = await addedPhoto(owner, areas[0]?.id ?? '');
  expect((await owner.get(`/api/photos/${photo.id}/thumbnail`)).status).toBe(200);
  await app.database.pool.query(
    "insert into learned_versions (number, source, head, lesson, in_use) values (1, 'verdicts', '{}', '{}', false)",
  );
  return { owner, photo };
}

const obstacle = s3ServerObstacle();
describe.each([
  ['the disk', false],
  ['an S3 store', true],
])('a backup of an installation on %s', (_where, inBucket) => {
  it.skipIf(inBucket && obstacle !== null)(
    'brings back rows, files and sign-in on an empty machine [api.commandline.4]',
    async () => {
      const bucket = inBucket ? await createBucket() : null;
      const app = await createTestApp(bucket ? { storage: createS3Storage(bucket) } : {});
      const path = join(folder, `${inBucket ? 's3' : 'disk'}.tar`);
      const target = await mkdtemp(join(folder, 'target-'));
      const url = await emptyDatabase();
      const [newBucket, dataDir] = [inBucket ? await createBucket() : null, join(target, 'data')];
      try {
        const { owner, photo } = await fill(app);
        // An entry that another process left waiting is in the backup, and is sealed after the restore.
        await app.system.services.audit.seal();
        const left = { action: 'user.signed_out', entityType: 'user', entityId: owner.user.id } as const;
        await app.database.db.transaction((tx) => app.system.services.audit.append(tx, owner.user.id, [left]));
        const before = await rowsOf(app.database.url);
        const report = await createBackup(installationOf(app), path);
        expect(report).toMatchObject({ missing: [], files: expect.any(Number) });
        expect(report.files).toBeGreaterThanOrEqual(3);
        // A plain tar archive, which can be read without our program.
        const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).trim().split('\n');
        expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'checksums.json']);

        const storage = newBucket
          ? createS3Storage(newBucket)
          : await createDiskStorage({ folder: join(dataDir, 'files'), secret: 'x' });
        const restored = await restoreBackup(path, { ownerUrl: url, dataDir, storage });
        expect(restored.files).toBe(report.files);
        expect(await rowsOf(url)).toEqual(before);
        expect((await readFile(join(dataDir, 'secrets.json'))).toString()).toBe(
          readFileSync(join(app.config.dataDir, 'secrets.json'), 'utf8'),
        );
        const { rows } = await app.database.pool.query('select storage_key, sha256 from photos');
        for (const row of rows) expect(sha256(await buffer(await storage.read(row.storage_key)))).toBe(row.sha256);
        // Waiting jobs continue after the restore.
        const again = await createTestApp({
          ...(newBucket ? { storage } : {}),
          beside: { ...app, storage, database: { ...app.database, url, applicationUrl: url } },
        });
        try {
          const visitor = again.visitor();
          const login = await visitor.post('/api/login', { username: owner.user.username, password });
          expect(login.status).toBe(200);
          expect((await visitor.get(`/api/photos/${photo.id}/thumbnail`)).status).toBe(200);
          expect((await visitor.get(`/api/photos/${photo.id}`)).body.sha256).toBe(photo.sha256);
          const admin = await again.person('admin');
          expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true, brokenAt: null });
          const entries = (await admin.get('/api/admin/audit-logs?limit=200')).body;
          const [sealed] = entries.filter(({ action }: { action: string }) => action === 'user.signed_out');
          // Below what was written after the restore, because the positions continue.
          expect(entries.at(-sealed.seq)).toBe(sealed);
          expect(sealed.seq).toBe(before.get('audit_logs')?.length);
        } finally {
          await again.close();
        }
        await expect(restoreBackup(path, { ownerUrl: url, dataDir, storage })).rejects.toThrow('has data');
      } finally {
        await app.close();
      }
    },
  );
});

describe('a backup', () => {
  let app: TestApp;
  let path: string;
  beforeAll(async () => {
    app = await createTestApp({ work: false });
    await fill(app);
    path = join(folder, 'whole.tar');
    await createBackup(installationOf(app), path);
  });
  afterAll(() => app.close());

  const restore = async (file: string, url: string) =>
    restoreBackup(file, { ownerUrl: url, dataDir: join(folder, 'none'), storage: app.storage });

  it('that is damaged, truncated or not a backup is refused before anything is written', async () => {
    const whole = await readFile(path);
    const url = await emptyDatabase();
    const changed = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    changed.writeUInt8((changed.readUInt8(middle) + 1) % 256, middle);
    for (const bytes of [
      changed,
      whole.subarray(0, middle),
      whole.subarray(0, -2000),
      Buffer.from('hello'),
      Buffer.alloc(0),
    ]) {
      const file = join(folder, 'broken.tar');
      await writeFile(file, bytes);
      await expect(restore(file, url)).rejects.toThrow(/damaged|incomplete|not a backup/);
    }
    expect((await rowsOf(url)).size).toBe(0);
  });

  it('of a newer version is refused', async () => {
    const file = join(folder, 'newer.tar');
    await app.database.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('f00', 9)");
    try {
      await createBackup({ ...installationOf(app), version: '9.0.0' }, file);
    } finally {
      await app.database.pool.query("delete from drizzle.__drizzle_migrations where hash = 'f00'");
    }
    await expect(restore(file, await emptyDatabase())).rejects.toThrow('another version of Innspect (9.0.0)');
  });

  it('leaves out files that are still being written, and can be restored without them', async () => {
    const { dataDir, outboxDir } = app.config;
    await mkdir(outboxDir, { recursive: true });
    await writeFile(join(outboxDir, '1790000000000-00000000000000aa.eml'), 'Subject: kept');
    await writeFile(join(outboxDir, '.1790000000000-00000000000000bb.part'), 'Subj');
    const file = join(folder, 'half.tar');
    await createBackup(installationOf(app), file);
    const target = join(folder, 'half');
    await restoreBackup(file, { ownerUrl: await emptyDatabase(), dataDir: target, storage: app.storage });
    expect(await readdir(join(target, relative(dataDir, outboxDir)))).toEqual(['1790000000000-00000000000000aa.eml']);
  });

  it.each([
    ['data/../outside.json', 'The backup has a file that does not belong there: ../outside.json.'],
    ['data/learned/../../outside.json', 'The backup has a file that does not belong there'],
    ['files/../../outside.json', 'not the key of a file'],
    ['files/.incoming/x', 'not the key of a file'],
  ])('with a file %s is refused', async (name, sentence) => {
    const file = join(folder, 'outside.tar');
    await writeArchive(fileOnDisk(file), await verifyArchive(fileOnDisk(path)), ({ add }) =>
      add(name, Buffer.from('{}')),
    );
    await expect(restore(file, await emptyDatabase())).rejects.toThrow(sentence);
  });

  it('names the files that the store has lost, and contains the waiting jobs', async () => {
    const { rows } = await app.database.pool.query('select storage_key from photos limit 1');
    const key = rows[0].storage_key;
    const kept = await buffer(await app.storage.read(key));
    await app.storage.remove(key);
    const report = await createBackup(installationOf(app), join(folder, 'missing.tar'));
    await app.storage.put(key, kept, { contentType: 'image/png' });
    expect(report.missing).toEqual([key]);
    const url = await emptyDatabase();
    await restore(path, url);
    const jobs = await withConnection(url, 'test', readUnfinishedJobs);
    expect(jobs?.map(({ name }) => name)).toContain('case-mail');
  });

  it('restores the numbers that the database assigned, and continues after them', async () => {
    const made = `create table "Rooms" ("Number" int generated always as identity, "at" serial, name text);
      create table empty (number int generated by default as identity)`;
    const [tables, packed] = await withConnection(await emptyDatabase(), 'test', async (client) => {
      await client.query(`${made}; insert into "Rooms" (name) values ('a'), ('b'), ('c')`);
      await client.query('BEGIN');
      const parts: Buffer[] = [];
      for await (const part of readTable(client, 'Rooms')) parts.push(part);
      return [await tablesOf(client), parts] as const;
    });
    const rows = await withConnection(await emptyDatabase(), 'test', async (client) => {
      await client.query(made);
      await fillTables(client, tables, async (insert) => {
        for (const part of packed) await insert('Rooms', part);
      });
      await client.query(`insert into "Rooms" (name) values ('d')`);
      await client.query('insert into empty default values');
      return (await client.query('select r::text as row from "Rooms" r union all select number::text from empty')).rows;
    });
    expect(rows.map(({ row }) => row)).toEqual(['(1,1,a)', '(2,2,b)', '(3,3,c)', '(4,4,d)', '1']);
  });

  it('is written every night, and the oldest ones are deleted', async () => {
    const nights = await mkdtemp(join(folder, 'nights-'));
    for (const day of ['01', '02', '03']) await copyFile(path, join(nights, `innspect-2026-01-${day}.tar`));
    await writeFile(join(nights, 'notes.txt'), 'mine');
    const lines: object[] = [];
    const logger = { info: (fields: object) => lines.push(fields) };
    const [job] = backupJobs({
      config: { backup: { place: nights, keep: 2 } },
      backups: createBackupService({ ...installationOf(app), url: app.database.applicationUrl }),
      queue: neverUnused,
      logger: logger as never,
    });
    expect(job?.cron).toBe('30 2 * * *');
    const signal = new AbortController().signal;
    await job?.run({}, { signal, stopping: signal });
    const today = new Date().toISOString().slice(0, 10);
    const left = execFileSync('ls', [nights], { encoding: 'utf8' }).trim().split('\n');
    expect(left).toEqual(['innspect-2026-01-03.tar', `innspect-${today}.tar`, 'notes.txt']);
    expect(lines).toEqual([expect.objectContaining({ missing: 0 })]);
  });

  it('that takes longer than its job may is finished, while the retry and a command leave it alone', async () => {
    const nights = await mkdtemp(join(folder, 'slow-'));
    await writeFile(join(nights, 'innspect-2026-01-01.tar.part'), 'of a process that was killed');
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const installation = { ...installationOf(app), url: app.database.applicationUrl };
    const slow = createBackupService({
      ...installation,
      files: {
        ...installation.files,
        head: async (key) => {
          reach();
          await released;
          return installation.files.head(key);
        },
      },
    });
    const warned: object[] = [];
    const logger = { info: () => undefined, warn: (fields: object) => warned.push(fields) } as never;
    const jobOf = (backups: typeof slow) =>
      backupJobs({ config: { backup: { place: nights, keep: 2 } }, backups, queue: neverUnused, logger })[0];
    const signal = new AbortController().signal;
    const first = jobOf(slow)?.run({}, { signal, stopping: signal });
    await reached;
    await jobOf(createBackupService(installation))?.run({}, { signal, stopping: signal });
    expect(warned).toHaveLength(1);
    const byHand = createBackupService(installation).create(fileOnDisk(join(nights, 'mine.tar')));
    await expect(byHand).rejects.toThrow('Another backup of this installation is being written');
    release();
    await first;
    const tonight = `innspect-${new Date().toISOString().slice(0, 10)}.tar`;
    expect(await readdir(nights)).toEqual([tonight]);
    expect((await verifyArchive(fileOnDisk(join(nights, tonight)))).product).toBe('innspect');
  });

  it('mixes with no other that is written to the same file', async () => {
    const file = fileOnDisk(join(await mkdtemp(join(folder, 'same-')), 'one.tar'));
    const bytesOf = (letter: string) => Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10_000, letter)));
    await Promise.all(['a', 'b', 'c'].map((letter) => file.write(bytesOf(letter))));
    expect(await text(file.read())).toMatch(/^(a+|b+|c+)$/);
  });

  describe.skipIf(obstacle !== null)('in a bucket', () => {
    const nightly = (day: string) => `innspect-2026-01-${day}.tar`;
    const placeIn = async () => {
      const bucket = await createBucket();
      return { bucket, folder: openBackupFolder({ place: { bucket, path: 'nights/here' }, keep: 2 }) };
    };
    const leftovers = async (bucket: Awaited<ReturnType<typeof createBucket>>) => {
      const client = createS3Client(bucket);
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket.bucket }));
      client.destroy();
      return Uploads;
    };

    it('is written every night, the oldest ones are deleted, and other files are kept', async () => {
      const { bucket, folder: nights } = await placeIn();
      for (const day of ['01', '02', '03']) await nights.file(nightly(day)).write(createReadStream(path));
      await nights.file('notes.txt').write(Readable.from([Buffer.from('mine')]));
      await createLargeObjects(bucket).write('nights/hereafter.tar', Readable.from([Buffer.from('other')]));
      const logged: object[] = [];
      const [job] = backupJobs({
        config: { backup: { place: { bucket, path: 'nights/here' }, keep: 2 } },
        backups: createBackupService({ ...installationOf(app), url: app.database.applicationUrl }),
        queue: neverUnused,
        logger: { info: (fields: object) => logged.push(fields) } as never,
      });
      const signal = new AbortController().signal;
      await job?.run({}, { signal, stopping: signal });
      const today = `innspect-${new Date().toISOString().slice(0, 10)}.tar`;
      expect((await nights.names()).toSorted()).toEqual([nightly('03'), today, 'notes.txt']);
      expect(await createLargeObjects(bucket).list('nights/hereafter')).toHaveLength(1);
      expect(logged).toEqual([expect.objectContaining({ path: `s3://${bucket.bucket}/nights/here/${today}` })]);
      expect((await verifyArchive(nights.file(today))).product).toBe('innspect');
    });

    it('of several parts is read back as it was written, from any byte', async () => {
      const { folder: nights } = await placeIn();
      const bytes = randomBytes(40 * 1024 * 1024 + 17);
      const chunks = function* () {
        for (let at = 0; at < bytes.length; at += 65_000) yield bytes.subarray(at, at + 65_000);
      };
      const file = nights.file('large.tar');
      expect(await file.write(Readable.from(chunks()))).toEqual({ bytes: bytes.length });
      expect(await file.size()).toBe(bytes.length);
      expect(sha256(await buffer(file.read()))).toBe(sha256(bytes));
      expect((await buffer(file.read(bytes.length - 20))).equals(bytes.subarray(-20))).toBe(true);
    });

    it('that cannot be finished leaves nothing behind', async () => {
      const { bucket, folder: nights } = await placeIn();
      const file = nights.file('unfinished.tar');
      const manifest = await verifyArchive(fileOnDisk(path));
      const lost = writeArchive(file, manifest, async ({ add }) => {
        await add('files/a', Buffer.alloc(20 * 1024 * 1024));
        throw new Error('The database went away.');
      });
      await expect(lost).rejects.toThrow('The database went away.');
      expect([await nights.names(), await leftovers(bucket)]).toEqual([[], []]);
      await expect(file.size()).rejects.toThrow(MissingFileError);
    });

    it('that is replaced after it was verified is not restored', async () => {
      const { folder: nights } = await placeIn();
      await nights.file('whole.tar').write(createReadStream(path));
      const file = nights.file('whole.tar');
      await verifyArchive(file);
      await nights.file('whole.tar').write(Readable.from([Buffer.alloc(20_480)]));
      await expect(buffer(file.read())).rejects.toThrow();
    });

    it('can be made and restored by the commands', async () => {
      const { bucket, endpoint, region, accessKeyId, secretAccessKey } = await createBucket();
      const keys = { BACKUP_ACCESS_KEY_ID: accessKeyId, BACKUP_SECRET_ACCESS_KEY: secretAccessKey };
      const file = `s3://${bucket}/by/hand.tar?endpoint=${endpoint}&region=${region}`;
      const source = { DATA_DIR: app.config.dataDir, DATABASE_URL: app.database.url, ...keys };
      expect(await command('server/backup/backup-cli.ts', [file], source)).toEqual({
        code: 0,
        out: expect.stringContaining(`s3://${bucket}/by/hand.tar: the database and 4 files`),
      });
      const env = { DATA_DIR: join(folder, 'from-bucket'), DATABASE_URL: await emptyDatabase() };
      expect((await command('server/backup/restore-cli.ts', [file], env)).out).toContain('must be set for a bucket');
      expect(await command('server/backup/restore-cli.ts', [file], { ...env, ...keys })).toEqual({
        code: 0,
        out: expect.stringMatching(/^Restored the backup of .* and 4 files/),
      });
      expect((await rowsOf(env.DATABASE_URL)).get('photos')).toEqual((await rowsOf(app.database.url)).get('photos'));
      const missing = file.replace('hand', 'none');
      expect((await command('server/backup/restore-cli.ts', [missing], { ...env, ...keys })).code).toBe(1);
    });
  });

  it('can be made and restored by the commands', async () => {
    const file = join(folder, 'command.tar');
    const made = await command('server/backup/backup-cli.ts', [file], {
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.database.url,
    });
    expect(made).toEqual({ code: 0, out: expect.stringContaining('the database and 4 files') });
    const env = { DATA_DIR: join(folder, 'commanded'), DATABASE_URL: await emptyDatabase() };
    expect(await command('server/backup/restore-cli.ts', [file], env)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Restored the backup of .* and 4 files/),
    });
    expect((await command('server/backup/restore-cli.ts', [file], env)).out).toContain('This installation has data.');
    expect(await command('server/backup/restore-cli.ts', [], env)).toEqual({
      code: 1,
      out: 'Name one file: npm run restore -- FILE\n',
    });
  });
});
