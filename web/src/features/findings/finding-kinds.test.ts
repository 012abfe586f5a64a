import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import {
  findingChangeKind,
  findingKind,
  itemsOfFinding,
  mergedPatch,
  withChanges,
  type ChangePayload,
} from '#web/features/findings/finding-kinds.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import { toastStore } from '#web/lib/toast.ts';

const scope = { of: 'area-sessions', id: 'lobby' } as const;
const parent = 'area-sessions/lobby';
const settle = () => vi.advanceTimersByTimeAsync(0);
const offline = new NoConnection(undefined);
const input = { title: 'Loose mat', severity: 'high', category: 'trip_hazard' } as const;
const fields: Partial<Finding> = {
  id: 'f',
  title: 'Stain',
  status: 'pending',
  severity: 'low',
  decidedBy: null,
  repairs: [],
};
const listed = fields as Finding;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

async function openPage(device = testDevice()) {
  const post = vi.spyOn(api, 'post').mockRejectedValue(offline);
  const patch = vi.spyOn(api, 'patch').mockRejectedValue(offline);
  const outbox = createOutbox(device.keeper);
  outbox.register(findingKind);
  outbox.register(findingChangeKind);
  await outbox.open('anna');
  await settle();
  const change = (findingId: string, given: ChangePayload['patch']) =>
    outbox.add(findingChangeKind, {
      parent,
      payload: { scope, findingId, patch: mergedPatch(outbox.of(parent), findingId, given) },
      after: [findingId],
    });
  const shown = (list: Finding[] = [listed]) => withChanges(list, outbox.of(parent));
  return { outbox, device, post, patch, change, shown };
}

describe('a finding added by a person without a connection', () => {
  it('is shown with its decision, also after a reload, and both are sent in order once there is a connection', async () => {
    const first = await openPage();
    const id = first.outbox.add(findingKind, { parent, payload: { scope, input } });
    first.change(id, { status: 'dismissed' });
    await settle();
    await first.outbox.open('nobody');
    const later = await openPage(first.device);
    expect(later.shown()).toMatchObject([listed, { id, title: 'Loose mat', status: 'dismissed', decidedBy: 'you' }]);
    expect(itemsOfFinding(later.outbox.of(parent), id)).toHaveLength(2);
    expect(later.patch).not.toHaveBeenCalled();
    later.post.mockResolvedValue({ ...listed, ...input, id });
    later.patch.mockResolvedValue({ ...listed, ...input, id, status: 'dismissed' });
    later.outbox.resume();
    await settle();
    expect(later.post).toHaveBeenLastCalledWith(
      '/api/area-sessions/lobby/issues',
      { ...input, id },
      expect.anything(),
      expect.anything(),
    );
    expect(later.patch.mock.calls.map(([path, body]) => [path, body])).toEqual([
      [`/api/issues/${id}`, { status: 'dismissed', id: expect.any(String) }],
    ]);
    expect(first.device.entries.size).toBe(0);
  });

  it('waits for its photo, and is sent without it and its box if it was removed', async () => {
    const { outbox, post } = await openPage();
    const photo = { name: 'photo', concurrency: 1, send: () => Promise.reject(offline), problem: String };
    outbox.register(photo);
    const photoId = outbox.add(photo, { parent, payload: null });
    const boundingBox = { x: 0, y: 0, width: 1, height: 1 };
    const payload = { scope, input: { ...input, photoId, boundingBox } };
    const id = outbox.add(findingKind, { parent, payload, after: [photoId] });
    await settle();
    outbox.remove(photoId);
    expect(post).not.toHaveBeenCalled();
    expect(outbox.of(parent)[0]).toMatchObject({ stage: 'failed', refused: true });
    outbox.start(id);
    await settle();
    expect(post.mock.calls[0]?.[1]).toEqual({ ...input, photoId: null, boundingBox: null, id });
  });
});

describe('a decision without a connection', () => {
  it('is sent once, as the last one, including unsaved earlier changes of the finding', async () => {
    const { patch, change, shown, outbox } = await openPage();
    change('f', { title: 'Large stain' });
    change('f', { status: 'confirmed' });
    change('f', { status: 'dismissed' });
    await settle();
    expect(shown()).toMatchObject([{ title: 'Large stain', status: 'dismissed', decidedBy: 'you' }]);
    patch.mockClear();
    patch.mockResolvedValue({ ...listed, title: 'Large stain', status: 'dismissed' });
    outbox.resume();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(patch.mock.calls.map(([path, body]) => [path, body])).toEqual([
      ['/api/issues/f', { title: 'Large stain', status: 'dismissed', id: expect.any(String) }],
    ]);
    expect(outbox.of(parent)).toEqual([]);
  });

  it("that is refused shows the server's message, and a person retries or discards it", async () => {
    const { patch, change, shown, outbox } = await openPage();
    const closed = 'The area is completed and its findings cannot be changed now';
    const id = change('f', { status: 'confirmed' });
    await settle();
    expect(toastStore.get()).not.toContainEqual(expect.objectContaining({ title: 'Not saved' }));
    patch.mockRejectedValue(new ApiError(409, closed));
    await vi.advanceTimersByTimeAsync(600_000);
    // One request failed for lack of a connection, the other was refused.
    expect(patch).toHaveBeenCalledTimes(2);
    expect(outbox.of(parent)[0]).toMatchObject({ stage: 'failed', waiting: false, error: closed });
    expect(toastStore.get()[0]).toMatchObject({ title: 'Not saved', description: closed });
    outbox.remove(id);
    expect(shown()).toEqual([listed]);
  });
});
