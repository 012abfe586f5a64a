import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { fileUsedTwice, filesTooLarge } from './unsent-work.errors.ts';

/** The archive is damaged, or uses unsupported features. */
export class BrokenArchive extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenArchive';
  }
}

export interface ZipReader {
  has(name: string): boolean;
  /**
   * The content of an entry, which fails with BrokenArchive if it does not match the directory or exceeds `maxBytes`.
   * Throws 422 for an entry that was read before, and once the entries read are larger than the archive may unpack to.
   */
  read(name: string, maxBytes: number): Promise<Readable>;
  close(): void;
}

/** An archive may come from anyone, so one with more entries than this is refused. */
const maxEntries = 100_000;

const broken = (error: unknown): BrokenArchive =>
  error instanceof BrokenArchive ? error : new BrokenArchive(error instanceof Error ? error.message : String(error));

/** Passes the bytes on, and fails if they do not match their checksum; yauzl checks the sizes. */
async function* checked(content: Readable, sum: number): AsyncGenerator<Buffer, void> {
  let actual = 0;
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      actual = crc32(piece, actual);
      yield piece;
    }
  } catch (error) {
    throw broken(error);
  }
  if (actual !== sum) throw new BrokenArchive('A file does not fit its checksum');
}

/** The fewest bytes before the content of an entry. */
const localHeaderBytes = 30;

/** Throws if two entries share bytes of the archive, which is how a small archive unpacks to a large one. */
function requireApart(entries: Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new BrokenArchive('Two files share their content');
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.compressedSize;
  }
}

async function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxEntries) throw new BrokenArchive('There are too many files');
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  requireApart(entries);
  return new Map(entries.map((entry) => [entry.fileName, entry]));
}

async function openFile(path: string): Promise<{ archive: ZipFile; entries: Map<string, Entry> }> {
  let archive: ZipFile | null = null;
  try {
    archive = await openPromise(path, { lazyEntries: true, autoClose: false });
    return { archive, entries: await entriesOf(archive) };
  } catch (error) {
    archive?.close();
    throw broken(error);
  }
}

/** Reads the directory of the archive in a file, of which at most `maxUnpackedBytes` can be read. Throws BrokenArchive. */
export async function openZip(path: string, maxUnpackedBytes: number): Promise<ZipReader> {
  const { archive, entries } = await openFile(path);
  const used = new Set<Entry>();
  let unpackedBytes = 0;
  return {
    has: (name) => entries.has(name),
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > maxBytes) throw new BrokenArchive('A file is missing or too large');
      if (used.has(entry)) throw fileUsedTwice();
      if (unpackedBytes + entry.uncompressedSize > maxUnpackedBytes) throw filesTooLarge();
      used.add(entry);
      unpackedBytes += entry.uncompressedSize;
      try {
        const content = await archive.openReadStreamPromise(entry);
        return Readable.from(checked(content, entry.crc32), { objectMode: false });
      } catch (error) {
        throw broken(error);
      }
    },
    close: () => archive.close(),
  };
}
