import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChecklistItem } from '#contract/checklists.ts';
import { answerKind, answersIn, withAnswers, type AnswerPayload } from '#web/features/checklists/answer-kind.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';

const parent = 'area-sessions/lobby';
const checks = ['mat', 'lamp'].map((id) => ({ id, title: id, result: null, note: null }) as ChecklistItem);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

async function openPage(device = testDevice()) {
  const patch = vi.spyOn(api, 'patch').mockRejectedValue(new NoConnection(undefined));
  const outbox = createOutbox(device.keeper);
  outbox.register(answerKind);
  await outbox.open('anna');
  const answer = (itemId: string, result: AnswerPayload['result']) =>
    outbox.add(answerKind, {
      parent,
      payload: { scope: { of: 'area-sessions', id: 'lobby' }, itemId, result, note: null },
    });
  const shown = () => withAnswers(checks, outbox.of(parent)).map(({ result }) => result);
  return { device, outbox, patch, answer, shown };
}

describe('an answer to a check', () => {
  it.each([
    ['without a connection', new NoConnection(undefined)],
    ['that the server could not take', new ApiError(503, 'Not now')],
  ])('%s is kept across a reload, and only the last one per check is sent', async (_what, error) => {
    const first = await openPage();
    first.patch.mockRejectedValue(error);
    first.answer('mat', 'fail');
    await vi.advanceTimersByTimeAsync(0);
    first.answer('lamp', 'pass');
    first.answer('mat', 'pass');
    await vi.advanceTimersByTimeAsync(0);
    expect([first.shown(), [...answersIn(first.outbox.of(parent)).values()].map(({ waiting }) => waiting)]).toEqual([
      ['pass', 'pass'],
      [true, true],
    ]);
    await first.outbox.open('nobody');
    const later = await openPage(first.device);
    later.patch.mockClear();
    later.patch.mockImplementation(async (path) => ({ ...checks[0], id: path.split('/').at(-1) }));
    later.outbox.resume();
    await vi.advanceTimersByTimeAsync(600_000);
    const ids = later.patch.mock.calls.map(([path, body]): [string, object] => [
      path,
      { ...(body as object), id: null },
    ]);
    expect(ids.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      [`/api/${parent}/checklist/lamp`, { id: null, result: 'pass', note: null }],
      [`/api/${parent}/checklist/mat`, { id: null, result: 'pass', note: null }],
    ]);
    expect([later.outbox.of(parent), first.device.entries.size]).toEqual([[], 0]);
  });
});

it('is listed by the statement of its check', () => {
  const answer = { scope: { of: 'area-sessions', id: 'a' }, itemId: 'mat', note: null } as const;
  const title = 'Mat lies flat';
  expect(
    [
      { ...answer, title, result: 'pass' as const },
      { ...answer, title, result: null },
      { ...answer, result: 'not_applicable' as const },
    ].map((payload) => answerKind.label?.(payload)),
  ).toEqual(['Check: pass · Mat lies flat', 'Check taken back · Mat lies flat', 'Check: not applicable']);
});
