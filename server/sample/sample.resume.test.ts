import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { picture } from '#test/factories.ts';
import { samplePictures } from './pictures/samples/all.ts';
import { ownPictures, reviewMessages, reviewPictures, sampleAccounts } from './sample.content.ts';
import type { DrawPictures } from './sample.pictures.ts';

const drawnFirst = 3;
/** One picture for each area of each inspection, because every photo takes a second. */
const placeOf = ({ file, area }: { file: string; area: string }) =>
  `${reviewPictures.has(file)} ${ownPictures.has(file)} ${area}`;
const onePerArea = [...new Map(samplePictures.map((each) => [placeOf(each), each])).values()];
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

it('writes both messages, although the second failed once and the admin looks at the view of owners', async () => {
  let attempts = 0;
  const other = await createTestApp({
    env: { SAMPLE_DATA: 'on' },
    async drawPictures({ folder, except }, onPicture) {
      attempts += 1;
      await mkdir(folder, { recursive: true });
      for (const { file, area, title } of onePerArea.filter((each) => !except.includes(each.file))) {
        await writeFile(join(folder, file), await picture());
        await onPicture({ file: join(folder, file), area, title, of: samplePictures.length });
      }
    },
  });
  try {
    await other.database.pool.query(`
      create sequence answers;
      create function fail_once() returns trigger language plpgsql as $$ begin
        if new.content = '${reviewMessages.answer}' and nextval('answers') = 1 then raise 'The connection broke'; end if;
        return new;
      end $$;
      create trigger fail_once before insert on messages for each row execute function fail_once();
      grant usage on sequence answers to public`);
    const ready = other.events.waitFor(
      (event) => event.type === 'sample_progress' && event.payload.state !== 'loading',
      110_000,
    );
    await other.system.services.sample.begin();
    const [{ username, password }] = sampleAccounts;
    const login = { username, password, role: 'property' };
    expect((await other.visitor().post('/api/login', login)).body.user.role).toBe('property');
    expect(await ready).toBe(true);
    expect((await other.visitor().get('/api/config')).body.sampleData.state).toBe('ready');
    const { rows } = await other.database.pool.query('select content from messages order by created_at');
    expect(rows.map(({ content }) => content)).toEqual([reviewMessages.question, reviewMessages.answer]);
    expect(attempts).toBe(2);
  } finally {
    await other.close();
  }
});

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
