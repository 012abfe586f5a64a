import { UploadRefused } from '#server/platform/storage/disk-files.ts';

export interface ReadForm {
  /** By name in lower case, as the stores match them. */
  fields: Map<string, string>;
  /** The bytes of the field `file`; what follows it is not read. Throws UploadRefused where the form breaks off. */
  file: AsyncGenerator<Uint8Array>;
}

const longestHeader = 4096;
const longestField = 8192;
const mostFields = 32;
const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');

const broken = (): UploadRefused => new UploadRefused(400, 'The form is not complete.');

/** What has arrived of a stream and was not taken yet. */
class Window {
  bytes: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  take(length: number): Buffer {
    const taken = this.bytes.subarray(0, length);
    this.bytes = this.bytes.subarray(length);
    return taken;
  }

  /** Waits for more; throws where the stream has ended. */
  async more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw broken();
    this.bytes = Buffer.concat([this.bytes, next.value]);
  }

  /** All up to `end`, which is taken as well. */
  async until(end: Buffer, limit: number): Promise<Buffer> {
    for (;;) {
      const at = this.bytes.indexOf(end);
      if (at > limit || (at < 0 && this.bytes.length > limit + end.length))
        throw new UploadRefused(413, 'A field of the form is too long.');
      if (at >= 0) {
        const found = this.take(at);
        this.take(end.length);
        return found;
      }
      await this.more();
    }
  }
}

function nameOf(headers: string): string | null {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line));
  return /;\s*name="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null;
}

async function* fileOf(window: Window, delimiter: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const at = window.bytes.indexOf(delimiter);
    if (at >= 0) {
      if (at > 0) yield window.take(at);
      return;
    }
    // The end of what is there may be the begin of a delimiter.
    const certain = window.bytes.length - delimiter.length + 1;
    if (certain > 0) yield window.take(certain);
    await window.more();
  }
}

/**
 * Reads `multipart/form-data` (RFC 7578) up to its field `file`, which has to be the last that matters, as in the forms
 * of S3: the fields are read at once, the file as a stream. Throws UploadRefused.
 */
export async function readForm(contentType: string, body: AsyncIterator<Uint8Array>): Promise<ReadForm> {
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const text = boundary?.[1] ?? boundary?.[2];
  if (!text) throw new UploadRefused(400, 'This address takes a form with a file.');
  const delimiter = Buffer.from(`\r\n--${text}`);
  const window = new Window(body);
  // Every delimiter begins with a line end, but for the first, which may stand at the very begin.
  window.bytes = lineEnd;
  await window.until(delimiter, longestHeader);
  const fields = new Map<string, string>();
  for (;;) {
    await window.until(lineEnd, longestHeader);
    const name = nameOf((await window.until(headerEnd, longestHeader)).toString('utf8'));
    if (name === null) throw broken();
    if (name.toLowerCase() === 'file') return { fields, file: fileOf(window, delimiter) };
    if (fields.size >= mostFields) throw new UploadRefused(413, 'The form has too many fields.');
    fields.set(name.toLowerCase(), (await window.until(delimiter, longestField)).toString('utf8'));
  }
}
