import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { AppError } from '#server/platform/http/problem.ts';
import { formExpected, formFieldsTooLong, formIncomplete } from '#server/platform/storage/storage.errors.ts';

export interface ReadForm {
  /** By name in lower case, because S3 stores ignore the case too. */
  fields: Map<string, string>;
  /** The bytes of the field `file`; fields after it are not read. Fails when the form is truncated. */
  file: Readable;
}

/** Bytes allowed before the file; the fields of createForm take about 2 KB. */
const maxBytesBeforeFile = 16 * 1024;
const limits = { fields: 32, fieldSize: 8192, files: 1, headerPairs: 16 };

function createParser(contentType: string) {
  try {
    const isPartAFile = (name: string | undefined): boolean => name?.toLowerCase() === 'file';
    return new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
  } catch {
    throw formExpected();
  }
}

/**
 * Reads `multipart/form-data` (RFC 7578) up to its field `file`, which must be the last one that matters, as in the
 * forms of S3. The fields are returned at once; the file is a stream, which must be read or destroyed. Throws the
 * errors of storage.errors.ts.
 */
export async function readForm(contentType: string, body: Readable): Promise<ReadForm> {
  const parser = createParser(contentType);
  const fields = new Map<string, string>();
  return new Promise((resolve, reject) => {
    let file: Readable | undefined;
    let seen = 0;
    function fail(error: AppError): void {
      body.unpipe(parser);
      if (file) file.destroy(error);
      else reject(error);
    }
    // The connection may end before the form does.
    body.once('error', () => fail(formIncomplete()));
    body.once('close', () => {
      if (!body.readableEnded) fail(formIncomplete());
    });
    parser.on('field', (name, value, _nameIsCut, valueIsCut) => {
      if (valueIsCut) fail(formFieldsTooLong());
      else fields.set(name.toLowerCase(), value);
    });
    parser.on('fieldsLimit', () => fail(formFieldsTooLong()));
    parser.on('error', () => fail(formIncomplete()));
    parser.on('finish', () => {
      if (!file) fail(formIncomplete());
    });
    parser.on('file', (_name, stream) => {
      const found = new PassThrough();
      file = found;
      stream.on('error', () => fail(formIncomplete()));
      // The stream may fail before it is read; the reader receives the error then.
      found.on('error', () => undefined);
      found.once('close', () => body.unpipe(parser));
      stream.pipe(found);
      resolve({ fields, file: found });
    });
    body.pipe(parser);
    // Runs after the parser has handled the same chunk, in which the file may start.
    body.on('data', (chunk: Uint8Array) => {
      seen += chunk.length;
      if (!file && seen > maxBytesBeforeFile) fail(formFieldsTooLong());
    });
  });
}
