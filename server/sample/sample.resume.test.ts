import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { picture } from '#test/factories.ts';
import { samplePictures } from './pictures/samples/all.ts';
import type { DrawPictures } from './sample.pictures.ts';

const drawnFirst = 3;
const attempts: (readonly string[])[] = [];
let app: TestApp;

/** Places three pictures and fails, as a drawing that is stopped after 15 minutes; the next attempt places one more. */
const drawPictures: DrawPictures = async ({ folder, signal, except }, onPicture) => {
  attempts.push([...except]);
  await mkdir(folder, { recursive: true });
  const wanted = samplePictures.filter(({ file }) => !except.includes(file));
  for (const { file, area, title } of wanted.slice(0, attempts.length === 1 ? drawnFirst : 1)) {
    await writeFile(join(folder, file), await picture());
    await onPicture({ file: join(folder, file), area, title, of: samplePictures.length });
  }
  if (attempts.length === 1) throw new Error('The drawing was stopped');
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('The server stops'))));
};

beforeAll(async () => {
  app = await createTestApp({ env: { SAMPLE_DATA: 'on' }, drawPictures });
});
afterAll(() => app.close());

it('continues a load that was stopped: no picture is drawn twice, and the progress never falls', async () => {
  const percents: number[] = [];
  const resumed = app.events.waitFor((event) => {
    if (event.type === 'sample_progress') percents.push(event.payload.percent);
    return percents.length === 1 + drawnFirst + 1;
  }, 60_000);
  await app.system.services.sample.begin();
  expect(await resumed).toBe(true);
  expect(attempts).toEqual([[], samplePictures.slice(0, drawnFirst).map(({ file }) => file)]);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(percents[0]).toBe(10);
  expect((await app.visitor().get('/api/config')).body.sampleData.percent).toBe(percents.at(-1));
});
