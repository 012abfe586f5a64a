import { afterEach, beforeEach, expect, it, test } from 'vitest';
import type { RemoteEngineName } from '#server/config.settings.ts';
import { startModelServer, type Behavior, type ModelServer } from '#test/model-server.ts';
import { countedUsage } from './costs.rules.ts';
import type { Usage } from './reader.ts';
import { builtinReading, createTestEngine, sentPicture, subject } from './remote.fixture.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

/** Reads a picture. Returns the reservation and the final amount for each request, and the usages. */
async function billed(engine: RemoteEngineName) {
  const reserved: number[] = [];
  const usages: Usage[] = [];
  let spent = 0;
  const ledger = {
    open: async () => ({
      reserve: async (cost: number) => {
        reserved.push(cost);
        spent += cost;
        return true;
      },
      settle: async (before: number, { cost, usage }: { cost: number; usage: Usage }) => {
        spent += cost - before;
        usages.push(usage);
      },
      close: async () => undefined,
    }),
  };
  const { remote } = createTestEngine(server, engine, { ledger });
  const { engine: by } = await remote.analyze(builtinReading(), [await sentPicture()], subject());
  return { reason: by.standsInFor?.reason, reserved: reserved.reduce((sum, each) => sum + each, 0), spent, usages };
}

/** One engine that uses the AI SDK, and one that does not. */
const engines = ['openai-compatible', 'google-vision'] as const;
const afterItsStart: [Behavior, string][] = [
  ['breaks off', 'unreachable'],
  [{ body: '<html>Welcome</html>' }, 'nonsense'],
  [{ body: `"${'x'.repeat(5 * 1024 * 1024)}"` }, 'nonsense'],
];
it.each(engines.flatMap((engine) => afterItsStart.map(([behavior, reason]) => ({ engine, reason, behavior }))))(
  '$engine: an answer that begins and is of no use counts as reserved ($reason)',
  async ({ behavior, engine, reason }) => {
    server.always(behavior);
    const bill = await billed(engine);
    expect(bill.reason).toBe(reason);
    expect(bill.reserved).toBeGreaterThan(0);
    expect(bill.spent).toBe(bill.reserved);
  },
);

const withoutAnswer: [Behavior, string][] = [
  [{ status: 500 }, 'broken'],
  [{ status: 401 }, 'key_refused'],
  [{ status: 500, message: 'x'.repeat(5 * 1024 * 1024) }, 'nonsense'],
  [{ redirectsTo: 'http://127.0.0.1:9/v1' }, 'refused'],
];
it.each(engines.flatMap((engine) => withoutAnswer.map(([behavior, reason]) => ({ engine, reason, behavior }))))(
  '$engine: an error of the service is free ($reason)',
  async ({ behavior, engine, reason }) => {
    server.always(behavior);
    const bill = await billed(engine);
    expect([bill.reason, bill.reserved > 0, bill.spent]).toEqual([reason, true, 0]);
  },
);

it.each(engines)('%s: a service that cannot be reached is free', async (engine) => {
  await server.close();
  expect(await billed(engine)).toMatchObject({ reason: 'unreachable', spent: 0 });
  server = await startModelServer();
});

const empty = { findings: [], objects: [], labels: [] };
it.each([
  ['negative', { input: -1000, output: -5 }],
  ['zero', { input: 0, output: 0 }],
])('a service that reports %s is charged the reserved usage', async (_what, usage) => {
  server.always({ says: empty, usage });
  const bill = await billed('openai-compatible');
  expect(bill.reason).toBeUndefined();
  expect(bill.spent).toBe(bill.reserved);
});

test.each([
  [
    { inputTokens: 12.5, outputTokens: 1e300 },
    { inputTokens: 13, outputTokens: 10_000_000 },
  ],
  [
    { inputTokens: Number.NaN, outputTokens: Number.POSITIVE_INFINITY },
    { inputTokens: 900, outputTokens: 80 },
  ],
  [{}, { inputTokens: 900, outputTokens: 80 }],
  [
    { inputTokens: 2000, outputTokens: 7 },
    { inputTokens: 2000, outputTokens: 7 },
  ],
])('the usage %j is counted as %j', (said, taken) => {
  expect(countedUsage(said, { inputTokens: 900, outputTokens: 80, pictures: 2 })).toEqual({ ...taken, pictures: 2 });
});
