import { eq, ilike, or, sql } from 'drizzle-orm';
import { textsOf, textWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { pipItems, pipVersions } from '#server/schema/plans.tables.ts';
import { pipRequests, pipRequestMessages } from '#server/schema/plan-requests.tables.ts';
import { planShares } from '#server/schema/shares.tables.ts';

/** Erases a user's names from the texts of plans. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(
    tx,
    pipItems,
    ['title', 'description', 'recommendedAction', 'building', 'floor', 'room', 'note', 'invoice', 'workNote'],
    person,
  );
  await tx
    .update(pipItems)
    .set({ decisionBefore: null })
    .where(
      or(...textsOf(person).map((text) => ilike(sql`${pipItems.decisionBefore}::text`, containing(jsonText(text))))),
    );
  await eraseTexts(tx, pipRequests, ['reason', 'proposal', 'answer'], person);
  await eraseTexts(tx, pipRequestMessages, ['text'], person);
  await eraseTexts(tx, planShares, ['label'], person);
  await updateVersionsToErased(tx, person);
}

/** Keeps the amounts, dates and decisions of what was sent; a trigger refuses any other change. */
async function updateVersionsToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const naming = textsOf(person).map((text) => ilike(sql`${pipVersions.lines}::text`, containing(jsonText(text))));
  const rows = await tx
    .select({ id: pipVersions.id, lines: pipVersions.lines })
    .from(pipVersions)
    .where(or(...naming));
  for (const { id, lines } of rows) {
    const left = lines.map((line) => ({
      ...line,
      title: textWithout(line.title, person),
      action: textWithout(line.action, person),
      ...(line.place !== undefined && { place: textWithout(line.place, person) }),
    }));
    await tx.update(pipVersions).set({ lines: left }).where(eq(pipVersions.id, id));
  }
}

/** The text as it is escaped in JSON. */
const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);
