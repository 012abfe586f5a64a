import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupUnusable, contentOf, entriesOf, verifyArchive, writeArchive, type Manifest } from './archive.ts';
import { fileOnDisk } from './places.ts';

const manifest: Manifest = {
  product: 'innspect',
  format: 1,
  version: '0.1.0',
  createdAt: '2026-11-20T08:00:00.000Z',
  migrations: [],
  tables: [],
};
const longName = `files/photos/${'a'.repeat(36)}/original-${'b'.repeat(120)}`;
const contents = new Map([
  ['files/empty', Buffer.alloc(0)],
  ['files/one-block', Buffer.alloc(512, 1)],
  ['files/many-chunks', Buffer.alloc(300_001, 2)],
  [longName, Buffer.from('long')],
]);

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  whole = join(folder, 'whole.tar');
  await writeArchive(fileOnDisk(whole), manifest, async ({ addStream }) => {
    for (const [name, content] of contents) await addStream(name, content.length, chunksOf(content));
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The message with which a file of these bytes is refused, or null. */
async function refusalOf(bytes: Buffer): Promise<string | null> {
  const path = join(folder, 'changed.tar');
  await writeFile(path, bytes);
  const error: unknown = await verifyArchive(fileOnDisk(path)).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) expect(error).toBeInstanceOf(BackupUnusable);
  return error instanceof Error ? error.message : null;
}
const notWhole = 'This file is not a backup, or it is damaged or incomplete.';

const draftOf = (path: string) => `${path}.part`;

describe('an archive', () => {
  it('contains what was added, in order, and can be read by the tar program', async () => {
    expect(await verifyArchive(fileOnDisk(whole))).toEqual(manifest);
    const found: [string, Buffer][] = [];
    for await (const { name, size, content } of entriesOf(fileOnDisk(whole))) {
      const bytes = await contentOf(content);
      expect(bytes.length).toBe(size);
      found.push([name, bytes]);
    }
    expect(found).toEqual([...contents]);
    const listed = spawnSync('tar', ['-tf', whole], { encoding: 'utf8' }).stdout.trim().split('\n');
    expect(listed).toEqual(['manifest.json', ...contents.keys(), 'checksums.json']);
  });

  it('continues with the next entry when one is not read', async () => {
    const names: string[] = [];
    for await (const { name } of entriesOf(fileOnDisk(whole))) names.push(name);
    expect(names).toEqual([...contents.keys()]);
  });

  it('that is truncated anywhere is refused', async () => {
    const bytes = await readFile(whole);
    const ends = Array.from({ length: Math.ceil(bytes.length / 512) }, (_, block) => block * 512);
    for (const end of [...ends.filter((at) => at < 12_000 || at > bytes.length - 6000), bytes.length - 1, 100_000])
      expect([end, await refusalOf(bytes.subarray(0, end))]).toEqual([end, notWhole]);
    expect(await refusalOf(bytes)).toBeNull();
  });

  it('that is damaged is refused, naming the entry if only its content has changed', async () => {
    const bytes = await readFile(whole);
    const changedAt = (at: number): Buffer => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      return changed;
    };
    const second = bytes.indexOf('files/one-block');
    // Changes the name, size, checksum and format of its header.
    for (const at of [0, 124 + 9, 150, 257]) expect(await refusalOf(changedAt(second + at))).toBe(notWhole);
    expect(await refusalOf(changedAt(second + 600))).toBe(
      'The backup is damaged: files/one-block does not have its checksum.',
    );
  });

  it('of another program is refused, and so is a link in it', async () => {
    const path = join(folder, 'foreign.tar');
    const write = async (entry: Parameters<ReturnType<typeof pack>['entry']>[0]): Promise<void> => {
      const archive = pack();
      archive.entry(entry, '');
      archive.finalize();
      await pipeline(archive, createWriteStream(path));
    };
    await write({ name: 'notes.txt' });
    await expect(verifyArchive(fileOnDisk(path))).rejects.toThrow('This backup is incomplete.');
    await write({ name: 'files/passwords', type: 'symlink', linkname: '/etc/passwd' });
    await expect(verifyArchive(fileOnDisk(path))).rejects.toThrow(notWhole);
    expect(await refusalOf(Buffer.alloc(10_240))).toBe('This backup is incomplete.');
  });

  it('accepts a file larger than 8 GiB', async () => {
    const path = join(folder, 'large.tar');
    const size = 9 * 1024 ** 3;
    let listed = '';
    async function* cutOff(): AsyncGenerator<Buffer, void> {
      // When this much was accepted, the header is on the disk.
      for (let chunk = 0; chunk < 40; chunk += 1) yield Buffer.alloc(65_536);
      listed = spawnSync('tar', ['-tvf', draftOf(path)], { encoding: 'utf8' }).stdout;
    }
    const writing = writeArchive(fileOnDisk(path, draftOf), manifest, ({ addStream }) =>
      addStream('files/large', size, cutOff()),
    );
    await expect(writing).rejects.toThrow(`files/large has ${40 * 65_536} bytes instead of ${size}.`);
    expect(listed).toMatch(new RegExp(` ${size} .* files/large\\n`));
  });

  it.skipIf(!existsSync('/dev/full'))('that has no room on the disk leaves nothing behind, and says so', async () => {
    const path = join(folder, 'no-room.tar');
    await symlink('/dev/full', draftOf(path));
    const full = writeArchive(fileOnDisk(path, draftOf), manifest, ({ add }) =>
      add('files/a', Buffer.alloc(1_000_000)),
    );
    await expect(full).rejects.toThrow('ENOSPC');
    expect((await readdir(folder)).filter((name) => name.startsWith('no-room'))).toEqual([]);
  });

  it('that cannot be finished leaves nothing behind, and reports why', async () => {
    const path = join(folder, 'unfinished.tar');
    const refused = new Error('The database went away.');
    await expect(writeArchive(fileOnDisk(path), manifest, () => Promise.reject(refused))).rejects.toBe(refused);
    async function* lost(): AsyncGenerator<Buffer, void> {
      yield Buffer.alloc(100_000);
      throw refused;
    }
    const losing = writeArchive(fileOnDisk(path), manifest, ({ addStream }) => addStream('files/a', 200_000, lost()));
    await expect(losing).rejects.toBe(refused);
    expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  });
});
