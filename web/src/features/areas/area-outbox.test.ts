import { expect, it, vi } from 'vitest';
import { addBackArea } from '#web/features/areas/area-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { unsentState } from '#web/lib/outbox/items.ts';

const outbox = vi.hoisted(() => ({
  register: vi.fn(),
  of: vi.fn(),
  remove: vi.fn(),
  add: vi.fn<(kind: unknown, entry: { payload: { patch: object } }) => string>(),
}));
vi.mock('#web/lib/outbox/device-outbox.ts', () => ({ outbox }));

const area = { id: 'area-1', area: { name: 'Lobby', code: 'lobby' } } as Parameters<typeof addBackArea>[0];
const mark: Item = {
  ...unsentState,
  entry: {
    id: 'mark',
    kind: 'area-patch',
    owner: 'owner-1',
    parent: 'area-sessions/area-1',
    payload: { areaSessionId: area.id, areaName: 'Lobby', patch: { status: 'not_applicable', reason: 'None' } },
    createdAt: 1,
  },
  files: [],
  stage: 'queued',
  kept: true,
  fromDevice: false,
  restored: false,
};

it.each([
  ['waits for its first attempt', {}, true],
  ['was refused', { stage: 'failed', refused: true, entry: { ...mark.entry, failure: '409' } }, true],
  ['was sent without an answer', { stage: 'failed', interrupted: true }, false],
  ['failed earlier', { entry: { ...mark.entry, failure: 'No connection' } }, false],
  ['is from an earlier page', { fromDevice: true }, false],
  ['is being sent', { stage: 'sending' }, false],
  ['is saved', { stage: 'saved' }, false],
] as const)('an area whose mark %s is added back', (_state, change, isRemoved) => {
  vi.clearAllMocks();
  outbox.of.mockReturnValue([{ ...mark, ...change }]);
  addBackArea(area);
  expect(outbox.remove.mock.calls).toEqual(isRemoved ? [['mark']] : []);
  const patches = outbox.add.mock.calls.map(([, { payload }]) => payload.patch);
  expect(patches).toEqual(isRemoved ? [] : [{ status: 'in_progress' }]);
});
