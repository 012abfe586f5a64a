import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decisionsSchema, inspectionSchema, type Decisions, type Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';
import { api } from '#web/lib/api.ts';
import { invalidate, reloadingOnce } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { createUndo } from '#web/lib/undo.ts';

/** The list is reloaded once for a joint decision, and not with each of its events. */
const listPath = '/api/admin/inspections';
const invalidateRelated = () =>
  invalidate('/api/admin/inspections', '/api/inspections', '/api/area-sessions', '/api/inspection-cases');
const subject = ({ propertyName, area }: Inspection) => `${propertyName} - ${area}`;
const subjectOf = (list: readonly Inspection[]) =>
  list[0] && list.length === 1 ? subject(list[0]) : plural(list.length, 'inspection');

/** Shows how many inspections the server refused to decide, with the first reason. */
function toastRefused(title: string, { refused }: Decisions): void {
  if (refused[0]) toastError(title, new Error(`${plural(refused.length, 'inspection')}: ${refused[0].detail}`));
}

/** The reviewer's decisions. Each can be undone for a few seconds by its toast or by a key. */
export function useDecisions(onUndone: (inspection: Inspection) => void) {
  const [undoable] = useState(createUndo);
  const undo = useMutation({
    mutationFn: (ids: string[]) =>
      reloadingOnce(listPath, () => api.post('/api/admin/inspections/undo', { ids }, decisionsSchema)),
    onSuccess: (result) => {
      if (result.done[0]) {
        toast({ title: 'Decision taken back', description: subjectOf(result.done) });
        onUndone(result.done[0]);
      }
      toastRefused('Not taken back', result);
    },
    onError: (error) => toastError('Not taken back', error),
    onSettled: invalidateRelated,
  });
  const announce = (title: string, decided: readonly Inspection[]) =>
    undoable.announce({ title, description: subjectOf(decided) }, () => undo.mutate(decided.map(({ id }) => id)));
  const approve = useMutation({
    mutationFn: ({ id }: Pick<Inspection, 'id'>) =>
      api.post(`/api/admin/inspections/${id}/approve`, {}, inspectionSchema),
    onSuccess: (inspection) => announce('Inspection approved', [inspection]),
    onError: (error) => toastError('Not approved', error),
    // Reloaded after a refusal as well, because somebody else may have decided first.
    onSettled: invalidateRelated,
  });
  const approveMany = useMutation({
    mutationFn: (ids: string[]) =>
      reloadingOnce(listPath, () => api.post('/api/admin/inspections/approve', { ids }, decisionsSchema)),
    onSuccess: (result) => {
      if (result.done.length > 0) announce(`${plural(result.done.length, 'inspection')} approved`, result.done);
      toastRefused('Not approved', result);
    },
    onError: (error) => toastError('Not approved', error),
    onSettled: invalidateRelated,
  });
  const reinspect = useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api.post(`/api/admin/inspections/${id}/request-reinspection`, { note }, inspectionSchema),
    onSuccess: (inspection) => announce('Re-inspection requested', [inspection]),
    onError: (error) => toastError('Re-inspection not requested', error),
    onSettled: invalidateRelated,
  });
  return { approve, approveMany, reinspect, undoLast: undoable.undoLast };
}
export type ReviewDecisions = ReturnType<typeof useDecisions>;
