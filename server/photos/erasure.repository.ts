import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { textsOf, textWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { photos } from '#server/schema/photos.tables.ts';

/** Erases a user's names from the texts of photos, and from the text that was read from documents. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(tx, photos, ['filename', 'description', 'building', 'floor', 'room', 'text'], person);
  const rows = await tx
    .select({ id: photos.id, marks: photos.marks })
    .from(photos)
    .where(
      or(
        ...textsOf(person).map(
          (text) =>
            sql`exists (select from jsonb_array_elements(${photos.marks}) mark where mark->>'text' ilike ${containing(text)})`,
        ),
      ),
    );
  for (const { id, marks } of rows) {
    const left = marks.map((mark) => (mark.kind === 'text' ? { ...mark, text: textWithout(mark.text, person) } : mark));
    await tx.update(photos).set({ marks: left }).where(eq(photos.id, id));
  }
}

/** Removes the voice notes from a user's photos, which only that user can have recorded. Returns the removed notes. */
export async function updateToVoiceless(tx: Transaction, userId: string): Promise<{ photoId: string; file: string }[]> {
  const rows = await tx
    .select({ photoId: photos.id, file: sql<string>`${photos.voiceNote}->>'file'` })
    .from(photos)
    .where(and(eq(photos.userId, userId), isNotNull(photos.voiceNote)))
    .for('update');
  if (rows.length > 0)
    await tx
      .update(photos)
      .set({ voiceNote: null })
      .where(and(eq(photos.userId, userId), isNotNull(photos.voiceNote)));
  return rows;
}
