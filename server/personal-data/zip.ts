import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  data: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Streams a ZIP archive. The entries are stored uncompressed, because pictures are compressed already. */
export function zip(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const archive = new ZipFile();
  const bytes = Readable.from(archive.outputStream, { objectMode: false });
  const closed = new AbortController();
  bytes.once('close', () => closed.abort());
  async function addAll(): Promise<void> {
    for await (const { name, data } of entries) {
      const content = Readable.from(data);
      archive.addReadStream(content, name, { mtime: at, compress: false });
      await finished(content, { signal: closed.signal });
    }
    archive.end();
  }
  const fail = (error: Error) => void bytes.destroy(error);
  archive.once('error', fail);
  addAll().catch(fail);
  return bytes;
}
