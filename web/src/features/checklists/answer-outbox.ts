import { answerKind, type AnswerPayload } from '#web/features/checklists/answer-kind.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { scopePath } from '#web/lib/scope.ts';

outbox.register(answerKind);

/** Records the answer to a check and returns the id of the change. */
export const answerCheck = (payload: AnswerPayload): string =>
  outbox.add(answerKind, { parent: scopePath(payload.scope), payload });
