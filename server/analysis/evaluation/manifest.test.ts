import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readManifest } from './manifest.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innspect-manifest-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(content: string): Promise<string> {
  const file = join(folder, 'manifest.json');
  await writeFile(file, content);
  return file;
}

describe('a manifest of labeled photos', () => {
  it('is read with its boxes, in our categories, with paths relative to it', async () => {
    const file = await put(
      JSON.stringify([
        { file: 'a.jpg', kind: 'defect', defects: [{ class: 'rust', box: [0.1, 0.2, 0.3, 0.4] }], license: 'x' },
        { file: 'b.jpg', kind: 'clean', objects: ['bed'] },
      ]),
    );
    expect(await readManifest(file)).toEqual([
      {
        file: 'a.jpg',
        path: join(folder, 'a.jpg'),
        kind: 'defect',
        defects: [{ class: 'corrosion', box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } }],
        objects: [],
      },
      { file: 'b.jpg', path: join(folder, 'b.jpg'), kind: 'clean', defects: [], objects: ['bed'] },
    ]);
  });

  it.each([
    ['that is not there', null, /cannot be read/],
    ['that is not JSON', '{', /is not JSON/],
    [
      'with an unknown category',
      '[{"file":"a","kind":"defect","defects":[{"class":"ufo","box":[0,0,1,1]}]}]',
      /'ufo' is no category/,
    ],
    ['with an unknown kind', '[{"file":"a","kind":"odd"}]', /0\.kind/],
  ])('%s is refused with a sentence', async (_name, content, sentence) => {
    const file = content === null ? join(folder, 'none.json') : await put(content);
    await expect(readManifest(file)).rejects.toThrow(sentence);
  });
});
