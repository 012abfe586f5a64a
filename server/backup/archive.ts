import { createHash, hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import type { BackupFile } from './places.ts';

/** The description of a backup, stored as its first entry. */
export const manifestSchema = z.object({
  product: z.literal('innspect'),
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The hashes of the migrations that its database has, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const checksumsSchema = z.record(z.string(), z.string());
const manifestName = 'manifest.json';
const checksumsName = 'checksums.json';

/** A backup that cannot be used; its message is written for the operator. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Writes a backup. The checksums of all entries are its last entry. */
export async function writeArchive(
  file: BackupFile,
  manifest: Manifest,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<{ bytes: number }> {
  const archive = pack();
  const checksums: Record<string, string> = {};
  const mtime = new Date(manifest.createdAt);
  const addStream: ArchiveWriter['addStream'] = async (name, size, content) => {
    const hash = createHash('sha256');
    let written = 0;
    async function* measured(): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of content) {
        hash.update(chunk);
        written += chunk.length;
        yield chunk;
      }
      if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
    }
    await pipeline(measured, archive.entry({ name, size, mode: 0o600, mtime }));
    checksums[name] = hash.digest('hex');
  };
  const add: ArchiveWriter['add'] = (name, content) => addStream(name, content.length, oneChunk(content));
  const fillAll = async (): Promise<void> => {
    await add(manifestName, Buffer.from(JSON.stringify(manifest)));
    await fill({ add, addStream });
    await add(checksumsName, Buffer.from(JSON.stringify(checksums)));
    archive.finalize();
  };
  const stored = file.write(archive as AsyncIterable<Uint8Array>);
  // If one side fails, it ends the other.
  stored.catch((error: Error) => archive.destroy(error));
  const filled = fillAll().catch((error: Error) => archive.destroy(error));
  await Promise.allSettled([filled, stored]);
  return stored;
}

async function* oneChunk(content: Buffer): AsyncGenerator<Buffer, void> {
  yield content;
}

export async function contentOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

export interface ArchiveEntry {
  name: string;
  size: number;
  /** Must be read before the next entry. */
  content: AsyncIterable<Buffer>;
}

const endBytes = 1024;

/**
 * Throws when the zeros that end every archive are missing. The check is needed because the format itself allows an end
 * without them.
 */
async function requireEnd(file: BackupFile, size: number): Promise<void> {
  const end = await contentOf(file.read(Math.max(0, size - endBytes)));
  if (end.length < endBytes || end.some((byte) => byte !== 0)) throw new Error('The backup ends too early.');
}

/** The entries of an archive, in order. Throws when it is truncated or damaged. */
async function* readArchive(file: BackupFile): AsyncGenerator<ArchiveEntry, void> {
  const archive = extract();
  const source = file.read();
  // The loop below throws the source's errors, because it reads until the archive has ended.
  pipeline(source, archive).catch(() => undefined);
  for await (const content of archive) {
    const { name, size, type } = content.header;
    if (type !== 'file') throw new Error(`${name} is not a plain file.`);
    yield { name, size, content: content as AsyncIterable<Buffer> };
    // The next header follows the content, so skip what the caller did not read.
    content.resume();
  }
}

/** Reads a whole backup and compares every checksum. Throws BackupUnusable. */
export async function verifyArchive(file: BackupFile): Promise<Manifest> {
  const found: Record<string, string> = {};
  let manifest: Manifest | null = null;
  let stated: Record<string, string> | null = null;
  const size = await file.size();
  try {
    await requireEnd(file, size);
    for await (const { name, content } of readArchive(file)) {
      if (name === manifestName) {
        const bytes = await contentOf(content);
        manifest = manifestSchema.parse(JSON.parse(bytes.toString()));
        found[name] = hash('sha256', bytes, 'hex');
      } else if (name === checksumsName)
        stated = checksumsSchema.parse(JSON.parse((await contentOf(content)).toString()));
      else {
        const hash = createHash('sha256');
        for await (const part of content) hash.update(part);
        found[name] = hash.digest('hex');
      }
    }
  } catch (error) {
    throw new BackupUnusable('This file is not a backup, or it is damaged or incomplete.', { cause: error });
  }
  if (!manifest || !stated) throw new BackupUnusable('This backup is incomplete.');
  for (const name of new Set([...Object.keys(found), ...Object.keys(stated)])) {
    if (found[name] !== stated[name])
      throw new BackupUnusable(`The backup is damaged: ${name} does not have its checksum.`);
  }
  return manifest;
}

/** The entries of a verified backup between its manifest and its checksums. */
export async function* entriesOf(file: BackupFile) {
  for await (const entry of readArchive(file)) {
    if (entry.name !== manifestName && entry.name !== checksumsName) yield entry;
  }
}
