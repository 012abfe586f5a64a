import { describe, expect, it } from 'vitest';
import type { AreaSession } from '#contract/areas.ts';
import { areaPatchKind, completionKind, withAreaChanges } from '#web/features/areas/area-kinds.ts';
import { withRunChanges } from '#web/features/runs/run-kinds.ts';
import type { Run } from '#contract/runs.ts';
import type { Item } from '#web/lib/outbox/entry.ts';

const abilities = { work: true, complete: false, recall: false, generatePip: false, leaveOut: true, restore: false };
const area = (fields: Partial<AreaSession> = {}) =>
  ({ id: 'lobby', status: 'not_started', permissionCamera: false, abilities, ...fields }) as AreaSession;
const item = (kind: string, payload: unknown = {}, fields: Partial<Item> = {}, parent = 'area-sessions/lobby') =>
  ({ entry: { id: kind, kind, parent, payload }, stage: 'queued', waiting: false, files: [], ...fields }) as Item;
const patch = (fields: object) => item(areaPatchKind.name, { areaSessionId: 'lobby', patch: fields });
const completion = (fields: Partial<Item> = {}) => item(completionKind.name, { areaSessionId: 'lobby' }, fields);

describe("an area with this device's changes applied", () => {
  it.each([
    ['a permission starts it', [patch({ permissionCamera: true })], 'in_progress', { work: true, complete: false }],
    ['an answer starts it', [item('checklist-answer')], 'in_progress', { work: true, complete: false }],
    ['a finding starts it', [item('finding')], 'in_progress', { work: true, complete: false }],
    ['a photo lets it be completed', [item('photo')], 'in_progress', { complete: true, leaveOut: false }],
    [
      'it does not apply',
      [patch({ status: 'not_applicable', reason: 'No pool' })],
      'not_applicable',
      { work: false, restore: true },
    ],
    ['it is submitted', [item('photo'), completion()], 'completed', { work: false, recall: false }],
    ['it is submitted, and tried again', [completion({ stage: 'failed', waiting: true })], 'completed', {}],
    ['a refused submission leaves it open', [completion({ stage: 'failed' })], 'not_started', { work: true }],
    ['a saved change is in the answer of the server', [completion({ stage: 'saved' })], 'not_started', {}],
  ] as const)('%s', (_, items, status, expected) => {
    const shown = withAreaChanges(area(), items);
    expect(shown.status).toBe(status);
    expect(shown.abilities).toMatchObject(expected);
  });

  it('is not shown as submitted when the server has closed it', () => {
    const locked = area({ status: 'not_applicable', abilities: { ...abilities, work: false } });
    expect(withAreaChanges(locked, [completion()]).status).toBe('not_applicable');
  });
});

describe("a run with this device's changes applied", () => {
  const run = (progress: AreaSession[]) =>
    ({ id: 'run', status: 'in_progress', progress, abilities: { submit: false, generatePip: false } }) as Run;
  const done = area({ id: 'pool', status: 'completed' });

  it('can be submitted once its last area is submitted on this device', () => {
    const open = run([area(), done]);
    expect(withRunChanges(open, []).abilities.submit).toBe(false);
    expect(withRunChanges(open, [completion()]).abilities.submit).toBe(true);
  });

  it('is closed while its submission waits to be sent', () => {
    const submitted = [completion(), item('run-submission', {}, {}, 'inspection-runs/run')];
    expect(withRunChanges(run([area(), done]), submitted)).toMatchObject({
      status: 'completed',
      abilities: { submit: false },
    });
  });
});

describe('changes that replace each other', () => {
  const change = (fields: object) => ({ areaSessionId: 'lobby', areaName: 'Lobby', patch: fields });
  it.each([
    [{ status: 'in_progress' }, { status: 'not_applicable', reason: 'No pool' }, true],
    [{ permissionLocation: true }, { permissionCamera: true }, false],
    [{ permissionLocation: true, permissionCamera: true }, { permissionCamera: true }, true],
  ])('%o after %o: %s', (newer, older, expected) => {
    expect(areaPatchKind.replaces?.(change(newer), change(older))).toBe(expected);
  });
});
