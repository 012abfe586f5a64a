import { checklistItemSchema, type ChecklistItem, type checklistResults } from '#contract/checklists.ts';
import type { Severity } from '#contract/finding-categories.ts';
import { checklistQuery } from '#web/features/checklists/api.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate, queryClient } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';

export interface AnswerPayload {
  scope: Scope;
  itemId: string;
  /** Null takes the answer back. */
  result: (typeof checklistResults)[number] | null;
  note: string | null;
  severity?: Severity | undefined;
}
export type AnswerDetails = Partial<Pick<AnswerPayload, 'note' | 'severity'>>;

const outdated = () => invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');

/** The answer to a check. A failed check adds a finding, which passing it later resolves. */
export const answerKind: Kind<AnswerPayload, ChecklistItem> = {
  ...smallChange('checklist-answer', outdated),
  label: ({ result }) => (result === null ? 'Check taken back' : `Check: ${result.replace('_', ' ')}`),
  // The last answer counts.
  replaces: (newer, older) => newer.itemId === older.itemId,
  send({ entry, signal }) {
    const { id, payload } = entry();
    const { scope, itemId, result, note, severity } = payload;
    const path = `/api/${scope.of}/${scope.id}/checklist/${itemId}`;
    return api.patch(path, { id, result, note, severity }, checklistItemSchema, { signal });
  },
  onSaved({ entry }, saved) {
    const { queryKey } = checklistQuery(entry.payload.scope);
    queryClient.setQueryData(queryKey, (list) => list?.map((item) => (item.id === saved.id ? saved : item)));
    void outdated();
  },
};

/** The latest answer to each check that this device keeps, with its state of sending. */
export const answersIn = (items: readonly Item[]): Map<string, Item<AnswerPayload>> =>
  new Map(
    (items as readonly Item<AnswerPayload>[])
      .filter(({ entry }) => entry.kind === answerKind.name)
      .map((item) => [item.entry.payload.itemId, item]),
  );

/** The checklist with this device's answers applied, saved or not. */
export const withAnswers = (list: readonly ChecklistItem[], items: readonly Item[]): ChecklistItem[] => {
  const answers = answersIn(items);
  return list.map((item) => {
    const answer = answers.get(item.id)?.entry.payload;
    return answer ? { ...item, result: answer.result, note: answer.note } : item;
  });
};
