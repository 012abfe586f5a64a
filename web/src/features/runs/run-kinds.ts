import { t } from '#contract/language.ts';
import { runSchema, type Run } from '#contract/runs.ts';
import { applySavedRun, withAreaChanges, withAreas } from '#web/features/areas/area-kinds.ts';
import { isApproved } from '#web/features/runs/run-progress.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { scopePath } from '#web/lib/scope.ts';
import { toast } from '#web/lib/toast.ts';

export interface SubmissionPayload {
  runId: string;
}

const invalidateRelated = () =>
  invalidate(
    '/api/properties',
    '/api/inspection-runs',
    '/api/area-sessions',
    '/api/inspection-cases',
    '/api/user/stats',
  );

/** The submission of a whole inspection. It is sent after everything else that the device has of its areas. */
export const submissionKind: Kind<SubmissionPayload, Run> = {
  ...smallChange('run-submission', invalidateRelated),
  label: () => t('Submission of the inspection'),
  replaces: () => true,
  send({ entry, request }) {
    const { id, payload } = entry();
    return api.post(`/api/inspection-runs/${payload.runId}/submit`, { id }, runSchema, request);
  },
  store: (_payload, run) => applySavedRun(run),
  onSaved(_item, { progress }) {
    toast(
      isApproved(progress)
        ? { title: t('Inspection closed') }
        : { title: t('Inspection submitted'), description: t('The brand reviews its areas now.') },
    );
    void invalidateRelated();
  },
};

export const parentOfRun = ({ id }: Pick<Run, 'id'>): string => `inspection-runs/${id}`;

const isApplied = ({ stage, waiting }: Item): boolean => stage !== 'saved' && (stage !== 'failed' || waiting);

/** The run with this device's changes applied: those of its areas, and its submission. */
export function withRunChanges(run: Run, items: readonly Item[]): Run {
  const byParent = Map.groupBy(items, ({ entry }) => entry.parent);
  const changesOf = (areaId: string) => byParent.get(scopePath({ of: 'area-sessions', id: areaId })) ?? [];
  const progress = run.progress.map((area) => withAreaChanges(area, changesOf(area.id)));
  if (byParent.get(parentOfRun(run))?.some(isApplied))
    return { ...run, progress, status: 'completed', abilities: { ...run.abilities, submit: false } };
  return withAreas(run, progress);
}
