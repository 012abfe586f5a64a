import { areaSessionSchema, type AreaSession, type AreaSessionPatch } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { areaSessionQuery } from '#web/features/areas/api.ts';
import { activeRunQuery } from '#web/features/areas/run-queries.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { applySaved } from '#web/lib/saved-answers.ts';
import { toast } from '#web/lib/toast.ts';

export interface AreaPatchPayload {
  areaSessionId: string;
  areaName: string;
  /** Permissions, or whether the area applies. */
  patch: Omit<AreaSessionPatch, 'id'>;
}
export interface CompletionPayload {
  areaSessionId: string;
  areaName: string;
  /** The person's reason for submitting it with undecided critical checks or findings. */
  reason: string | null;
}

const invalidateRelated = () =>
  invalidate(
    '/api/area-sessions',
    '/api/inspection-runs',
    '/api/properties',
    '/api/inspection-cases',
    '/api/inspections',
    '/api/user/stats',
  );

/** The run with these areas. It can be submitted once all that apply are completed. */
export function withAreas(run: Run, progress: AreaSession[]): Run {
  const changed = progress.some((area, index) => area.status !== run.progress[index]?.status);
  if (!changed || run.status !== 'in_progress') return { ...run, progress };
  const applicable = progress.filter(({ status }) => status !== 'not_applicable');
  const submit = applicable.length > 0 && applicable.every(({ status }) => status === 'completed');
  return { ...run, progress, abilities: { ...run.abilities, submit } };
}

const applyToRun = (id: string, propertyId: string, change: (run: Run) => Run): Promise<void> =>
  applySaved(activeRunQuery(propertyId).queryKey, (active) => {
    if (active.run?.id !== id) return active;
    const run = change(active.run);
    return { run, progress: run.progress };
  });

/** Shows a saved area in the property's current run. */
const applyAreaToRun = (area: AreaSession): Promise<void> =>
  applyToRun(area.runId, area.property.id, (run) =>
    withAreas(
      run,
      run.progress.map((each) => (each.id === area.id ? area : each)),
    ),
  );

/** Shows the property's current run as the server has saved it. */
export const applySavedRun = (saved: Run): Promise<void> => applyToRun(saved.id, saved.propertyId, () => saved);

async function storeArea(_payload: unknown, areaSession: AreaSession): Promise<void> {
  await Promise.all([
    applySaved(areaSessionQuery(areaSession.id).queryKey, () => areaSession),
    applyAreaToRun(areaSession),
  ]);
}

/** A change of an area: a permission, or whether the area applies. */
export const areaPatchKind: Kind<AreaPatchPayload, AreaSession> = {
  ...smallChange('area-patch', invalidateRelated),
  label({ areaName, patch }) {
    if (patch.status === 'not_applicable') return t('{areaName}: not at this property', { areaName });
    return patch.status ? t('{areaName}: added back', { areaName }) : t('{areaName}: permissions', { areaName });
  },
  // The server accepts no photos or answers for an area that does not apply, so later changes must be sent after this
  // one.
  leads: ({ patch }) => patch.status !== undefined,
  replaces: (newer, older) => Object.keys(older.patch).every((field) => field in newer.patch || field === 'reason'),
  send({ entry, request }) {
    const { id, payload } = entry();
    const path = `/api/area-sessions/${payload.areaSessionId}`;
    return api.patch(path, { ...payload.patch, id }, areaSessionSchema, request);
  },
  store: storeArea,
  onSaved: () => void invalidateRelated(),
};

/** The submission of an area for review. It is sent after everything else that the device has of the area. */
export const completionKind: Kind<CompletionPayload, AreaSession> = {
  ...smallChange('area-completion', invalidateRelated),
  label: ({ areaName }) => t('{areaName}: submission for review', { areaName }),
  replaces: () => true,
  send({ entry, request }) {
    const { id, payload } = entry();
    const body = { id, ...(payload.reason ? { reason: payload.reason } : {}) };
    return api.post(`/api/area-sessions/${payload.areaSessionId}/complete`, body, areaSessionSchema, request);
  },
  store: storeArea,
  onSaved(_item, saved) {
    toast({ title: t('{name} completed', { name: saved.area.name }), description: t('Sent for review.') });
    void invalidateRelated();
  },
};

export const isAreaPatch = (item: Item): item is Item<AreaPatchPayload> => item.entry.kind === areaPatchKind.name;
const isCompletion = (item: Item): item is Item<CompletionPayload> => item.entry.kind === completionKind.name;
export const isUnsentPhoto = ({ entry, stage }: Item): boolean =>
  stage !== 'saved' && (entry.kind === 'photo' || entry.kind === 'gallery-photo');
const isAnswerOrFinding = ({ entry }: Item): boolean => entry.kind === 'checklist-answer' || entry.kind === 'finding';
/** Whether a change is shown as made. A refused one is not: the area stays open, so that a person can correct it. */
const isApplied = ({ stage, waiting }: Item): boolean => stage !== 'saved' && (stage !== 'failed' || waiting);

/** Changes of the area itself that are not saved, including refused ones. */
export const unsentAreaChanges = (items: readonly Item[]): Item[] =>
  items.filter(
    (item) => item.stage !== 'saved' && (isCompletion(item) || (isAreaPatch(item) && item.entry.payload.patch.status)),
  );

/** Whether the area was submitted on this device and the server does not know it yet. */
export const isCompletionWaiting = (items: readonly Item[]): boolean =>
  items.some((item) => isCompletion(item) && isApplied(item));

const closed: AreaSession['abilities'] = {
  work: false,
  complete: false,
  recall: false,
  generatePip: false,
  leaveOut: false,
  restore: false,
};

function patched(area: AreaSession, { patch }: AreaPatchPayload): AreaSession {
  const { status, reason, ...permissions } = patch;
  if (status === 'not_applicable') {
    const abilities = { ...closed, restore: true };
    return { ...area, status, notApplicableReason: reason ?? null, abilities };
  }
  const started = status ?? (area.status === 'not_started' ? 'in_progress' : area.status);
  const abilities = status ? { ...area.abilities, work: true, leaveOut: true, restore: false } : area.abilities;
  return { ...area, ...permissions, status: started, notApplicableReason: null, abilities };
}

/** The area with this device's changes applied: permissions, whether it applies, first answers, findings and photos, its submission. */
export function withAreaChanges(area: AreaSession, items: readonly Item[]): AreaSession {
  const applied = items.filter(isApplied);
  let shown = applied.filter(isAreaPatch).reduce((each, { entry }) => patched(each, entry.payload), area);
  const { work } = shown.abilities;
  // As on the server, the first answer, finding or photo starts it.
  if (work && shown.status === 'not_started' && applied.some(isAnswerOrFinding))
    shown = { ...shown, status: 'in_progress' };
  if (work && applied.some(isUnsentPhoto))
    shown = { ...shown, status: 'in_progress', abilities: { ...shown.abilities, complete: true, leaveOut: false } };
  if (!work || !isCompletionWaiting(items)) return shown;
  return { ...shown, status: 'completed', reviewStatus: 'pending_review', abilities: closed };
}
