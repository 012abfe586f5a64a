import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { readHead } from './read-head.ts';

const addresses = { head: '/assets/surface-head.json', learned: '/api/analysis/head' };
const shipped = JSON.parse(
  await readFile(new URL('../../../../../server/analysis/engine/builtin/surface-head.json', import.meta.url), 'utf8'),
);
const learned = { ...shipped, classes: ['none', ...shipped.classes.slice(1).toReversed()] };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Answers with the shipped head, and with `answer` for the learned one. */
const serve = (answer: () => Promise<Response>) =>
  vi.stubGlobal('fetch', (address: string) =>
    address === addresses.learned ? answer() : Promise.resolve(Response.json(shipped)),
  );

it('is the one that this installation has learned', async () => {
  serve(async () => Response.json({ number: 3, head: learned }));
  expect((await readHead(addresses)).classes).toEqual(learned.classes);
});

it.each([
  ['none was learned', async () => Response.json({ number: null, head: null })],
  ['the session has ended', async () => Response.json({ detail: 'Authorization required' }, { status: 401 })],
  ['there is no connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a later version has stored it in another form',
    async () => Response.json({ number: 3, head: { classes: ['none'] } }),
  ],
])('is the shipped one when %s', async (_reason, answer) => {
  serve(answer);
  expect((await readHead(addresses)).classes).toEqual(shipped.classes);
});
