import { PassThrough, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { AppError } from '#server/platform/http/problem.ts';
import { formExpected, formFieldsTooLong, formIncomplete } from '#server/platform/storage/storage.errors.ts';

export interface ReadForm {
  /** By name in lower case, as the stores match them. */
  fields: Map<string, string>;
  /** The bytes of the field `file`; what follows it is not read. Fails where the form breaks off. */
  file: Readable;
}

/** What stands before the file: the fields of our own forms have about 2 KB. */
const mostBytesBeforeFile = 16 * 1024;
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
 * Reads `multipart/form-data` (RFC 7578) up to its field `file`, which has to be the last that matters, as in the forms
 * of S3: the fields are read at once, the file as a stream, which must be read or destroyed. Throws what
 * storage.errors.ts declares.
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
      // Somebody may begin to read it only after it has failed, and is told then.
      found.on('error', () => undefined);
      found.once('close', () => body.unpipe(parser));
      stream.pipe(found);
      resolve({ fields, file: found });
    });
    body.pipe(parser);
    // After the parser has seen the same chunk, which may hold the begin of the file.
    body.on('data', (chunk: Uint8Array) => {
      seen += chunk.length;
      if (!file && seen > mostBytesBeforeFile) fail(formFieldsTooLong());
    });
  });
}
