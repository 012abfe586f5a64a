import { checklistQuery } from '#web/features/checklists/api.ts';
import { answerKind, knownAnswers, type AnswerPayload } from '#web/features/checklists/answer-kind.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { queryClient } from '#web/lib/query.ts';
import { scopePath } from '#web/lib/scope.ts';

outbox.register(answerKind);

/** Records an answer to a check and returns the id of the change. */
export function answerCheck(payload: AnswerPayload): string {
  const parent = scopePath(payload.scope);
  const list = queryClient.getQueryData(checklistQuery(payload.scope).queryKey);
  const server = list?.find(({ id }) => id === payload.itemId);
  const basedOn = knownAnswers(server, outbox.of(parent), payload.itemId);
  return outbox.add(answerKind, { parent, payload: { ...payload, title: server?.title, basedOn } });
}
