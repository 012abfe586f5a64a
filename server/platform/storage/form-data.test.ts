import fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { AppError } from '#server/platform/http/problem.ts';
import { readForm } from '#server/platform/storage/form-data.ts';

async function* inChunks(bytes: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** A form as browsers encode it. */
async function encoded(fields: Record<string, string>, file: Buffer | null) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new Blob([new Uint8Array(file)], { type: 'video/webm' }), 'a "b".webm');
  const answer = new Response(form);
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('reads what a browser encodes, however it is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      async (content, text, sizes) => {
        // A form sends line ends as CRLF, so the compared texts have none.
        const value = text.replaceAll(/[\r\n]/g, ' ');
        // Near misses of the delimiter within the file.
        const file = Buffer.concat([
          Buffer.from(content),
          Buffer.from('\r\n--'),
          Buffer.from(content),
          Buffer.from('\r\n'),
        ]);
        const { type, bytes } = await encoded({ Key: value, 'x-amz-date': 'now' }, file);
        const form = await readForm(type, Readable.from(inChunks(bytes, sizes)));
        expect([...form.fields]).toEqual([
          ['key', value],
          ['x-amz-date', 'now'],
        ]);
        expect((await buffer(form.file)).equals(file)).toBe(true);
      },
    ),
  );
});

const refusal = async (type: string, bytes: Buffer): Promise<unknown> =>
  readForm(type, Readable.from(inChunks(bytes, [10]))).then(
    async ({ file }) => buffer(file).catch((error: unknown) => error),
    (error: unknown) => error,
  );

test('refuses invalid, truncated, empty and unbounded forms', async () => {
  const { type, bytes } = await encoded({ key: 'a' }, Buffer.alloc(100, 7));
  expect(await refusal('application/json', bytes)).toMatchObject({ status: 400 });
  expect(await refusal('multipart/form-data', bytes)).toMatchObject({ status: 400 });
  expect(await refusal(type, bytes.subarray(0, -60))).toMatchObject({ status: 400 });
  expect(await refusal(type, bytes.subarray(0, 30))).toBeInstanceOf(AppError);
  const without = await encoded({ key: 'a' }, null);
  expect(await refusal(without.type, without.bytes)).toMatchObject({ status: 400 });
  const long = await encoded({ key: 'a'.repeat(9000) }, Buffer.from('x'));
  expect(await refusal(long.type, long.bytes)).toMatchObject({ status: 413 });
  const many = await encoded(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, ''])), Buffer.from('x'));
  expect(await refusal(many.type, many.bytes)).toMatchObject({ status: 413 });
  expect(await refusal(type, Buffer.alloc(20_000, 97))).toMatchObject({ status: 413 });
});
