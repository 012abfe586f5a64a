import {
  checklistItemSchema,
  checklistSchema,
  type ChecklistItem,
  type checklistResults,
} from '#contract/checklists.ts';
import type { Severity } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { checklistQuery } from '#web/features/checklists/api.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { applySaved } from '#web/lib/saved-answers.ts';
import type { Scope } from '#web/lib/scope.ts';

export interface AnswerPayload {
  scope: Scope;
  itemId: string;
  /** The check's statement, by which the list of waiting changes names it; older changes lack it. */
  title?: string | undefined;
  /** Null withdraws the answer. */
  result: (typeof checklistResults)[number] | null;
  note: string | null;
  severity?: Severity | undefined;
  /** The answers that the device knew when this one was given; the server uses them to detect a conflict. */
  basedOn?: readonly KnownAnswer[] | undefined;
}
export type KnownAnswer = Pick<AnswerPayload, 'result' | 'note'>;
export type AnswerDetails = Partial<Pick<AnswerPayload, 'note' | 'severity'>>;

const invalidateRelated = () => invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');

const resultText = (result: AnswerPayload['result']): string =>
  result === null
    ? t('Not answered')
    : { pass: t('Pass'), fail: t('Fail'), not_applicable: t('Not applicable') }[result];

/** An answer to a check. A failed check adds a finding; passing the check later resolves that finding. */
export const answerKind: Kind<AnswerPayload, ChecklistItem> = {
  ...smallChange('checklist-answer', invalidateRelated),
  label({ title, result }) {
    const text =
      result === null ? t('Check taken back') : t('Check: {result}', { result: t(result.replace('_', ' ')) });
    return title === undefined ? text : `${text} · ${t(title)}`;
  },
  // Only the last answer to a check is sent.
  replaces: (newer, older) => newer.itemId === older.itemId,
  send({ entry, request }) {
    const { id, payload } = entry();
    const { scope, itemId, result, note, severity, basedOn } = payload;
    const path = `/api/${scope.of}/${scope.id}/checklist/${itemId}`;
    return api.patch(path, { id, result, note, severity, basedOn }, checklistItemSchema, request);
  },
  async compare(payload) {
    const { scope, itemId, result, note } = payload;
    const list = await api.get(`/api/${scope.of}/${scope.id}/checklist`, checklistSchema, { cache: 'no-store' });
    const server = list.find(({ id }) => id === itemId);
    const known: KnownAnswer = { result: server?.result ?? null, note: server?.note ?? null };
    return {
      differences: [
        { field: t('Check'), server: server?.title ?? '', device: server?.title ?? '' },
        { field: t('Answer'), server: resultText(known.result), device: resultText(result) },
        ...(known.note || note
          ? [{ field: t('Note'), server: known.note || t('None'), device: note || t('None') }]
          : []),
      ],
      payload: { ...payload, basedOn: [known] },
    };
  },
  store: ({ scope }, saved) =>
    applySaved(checklistQuery(scope).queryKey, (list) => list.map((item) => (item.id === saved.id ? saved : item))),
  onSaved: () => void invalidateRelated(),
};

/** The device's latest answer to each check, by the check's id. */
export const answersIn = (items: readonly Item[]): Map<string, Item<AnswerPayload>> =>
  new Map(
    (items as readonly Item<AnswerPayload>[])
      .filter(({ entry }) => entry.kind === answerKind.name)
      .map((item) => [item.entry.payload.itemId, item]),
  );

/** The checklist with this device's answers applied, whether sent or not. */
export const withAnswers = (list: readonly ChecklistItem[], items: readonly Item[]): ChecklistItem[] => {
  const answers = answersIn(items);
  return list.map((item) => {
    const answer = answers.get(item.id)?.entry.payload;
    if (!answer) return item;
    const { result, note, severity = item.severity } = answer;
    return { ...item, result, note, severity };
  });
};

/**
 * The answers to a check that this device knows: the server's, and its own unsent ones, which may have arrived
 * without a response.
 */
export function knownAnswers(
  server: KnownAnswer | undefined,
  items: readonly Item[],
  itemId: string,
): readonly KnownAnswer[] | undefined {
  const earlier = answersIn(items.filter(({ stage }) => stage !== 'saved')).get(itemId)?.entry.payload;
  if (earlier)
    return earlier.basedOn && [...earlier.basedOn.slice(-49), { result: earlier.result, note: earlier.note }];
  return server && [{ result: server.result, note: server.note }];
}
