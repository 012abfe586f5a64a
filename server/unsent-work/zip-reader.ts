import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createInflateRaw } from 'node:zlib';

/*
 * Reads a ZIP archive by its directory at the end (PKWARE APPNOTE 6.3), up to 4 GB. It may come from anybody, so every
 * size is checked before it is used. Entries are stored or deflated, since people pack archives again.
 */

/** The archive is damaged, or of a form that is not read. */
export class BrokenArchive extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenArchive';
  }
}

interface Source {
  size: number;
  /** The bytes from `start` to `end`, both inclusive. */
  read(range: { start: number; end: number }): Promise<Readable>;
}
interface Entry {
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
}

export interface ZipReader {
  has(name: string): boolean;
  /** The content of an entry, which fails with BrokenArchive if it is not as the directory says or exceeds `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Readable>;
}

const endBytes = 22;
const longestComment = 0xffff;
const entryBytes = 46;
const headBytes = 30;
const methods = { stored: 0, deflated: 8 } as const;
const largestDirectory = 32 * 1024 * 1024;

async function bytesOf({ size, read }: Source, start: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  if (start < 0 || length < 0 || start + length > size) throw new BrokenArchive('A place is outside of the archive');
  return buffer(await read({ start, end: start + length - 1 }));
}

/** The bytes of the directory, which the end of the archive names. */
async function directoryOf(source: Source): Promise<Buffer> {
  const tailBytes = Math.min(source.size, endBytes + longestComment);
  const tail = await bytesOf(source, source.size - tailBytes, tailBytes);
  const at = tail.lastIndexOf('PK\u0005\u0006', tail.length - endBytes, 'latin1');
  if (at < 0) throw new BrokenArchive('There is no directory');
  const [size, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (size > largestDirectory) throw new BrokenArchive('The directory is too large');
  return bytesOf(source, start, size);
}

function entriesOf(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  while (at + entryBytes <= directory.length) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new BrokenArchive('The directory is damaged');
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += entryBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Passes the bytes on, and fails once they are more, fewer or others than the directory says. */
async function* checked(pieces: AsyncIterable<Buffer>, { size, crc }: Entry): AsyncGenerator<Buffer, void> {
  let [bytes, sum] = [0, 0];
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > size) throw new BrokenArchive('A file is larger than the directory says');
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== size || sum !== crc) throw new BrokenArchive('A file does not fit its checksum');
}

/** Inflates the bytes; a damaged one ends the reading as an error of the archive. */
async function* inflated(packed: Readable): AsyncGenerator<Buffer, void> {
  const inflate = createInflateRaw();
  packed.once('error', (error) => inflate.destroy(error)).pipe(inflate);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    throw new BrokenArchive(String(error));
  }
}

/** Reads the directory of an archive. Throws BrokenArchive. */
export async function openZip(source: Source): Promise<ZipReader> {
  const entries = entriesOf(await directoryOf(source));
  return {
    has: (name) => entries.has(name),
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry || entry.size > maxBytes) throw new BrokenArchive('A file is missing or too large');
      const head = await bytesOf(source, entry.offset, headBytes);
      if (head.readUInt32LE(0) !== 0x04034b50) throw new BrokenArchive('A file is not where the directory says');
      const start = entry.offset + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
      const { packedSize } = entry;
      if (start + packedSize > source.size) throw new BrokenArchive('A file is outside of the archive');
      const packed = packedSize > 0 ? await source.read({ start, end: start + packedSize - 1 }) : Readable.from([]);
      if (entry.method === methods.stored) return Readable.from(checked(packed, entry), { objectMode: false });
      if (entry.method !== methods.deflated) throw new BrokenArchive('A file is packed in an unknown way');
      return Readable.from(checked(inflated(packed), entry), { objectMode: false });
    },
  };
}
