import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

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

async function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxEntries) throw new BrokenArchive('There are too many files');
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
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

/** Reads the directory of the archive in a file. Throws BrokenArchive. */
export async function openZip(path: string): Promise<ZipReader> {
  const { archive, entries } = await openFile(path);
  return {
    has: (name) => entries.has(name),
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > maxBytes) throw new BrokenArchive('A file is missing or too large');
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
