import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { pipItems } from '#server/schema/plans.tables.ts';
import { pipRequests, pipRequestMessages } from '#server/schema/plan-requests.tables.ts';
import { planShares } from '#server/schema/shares.tables.ts';

/** Takes a person's names out of what people wrote in plans. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(
    tx,
    pipItems,
    ['title', 'description', 'recommendedAction', 'room', 'note', 'invoice', 'workNote'],
    person,
  );
  await eraseTexts(tx, pipRequests, ['reason', 'proposal', 'answer'], person);
  await eraseTexts(tx, pipRequestMessages, ['text'], person);
  await eraseTexts(tx, planShares, ['label'], person);
}
