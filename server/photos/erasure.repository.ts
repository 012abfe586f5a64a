import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { isAreaSessionOf, isInspectionOf } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

const texts = ['filename', 'description', 'building', 'floor', 'room', 'text', 'marks'] as const;

/** Erases a user's names from the texts of photos, and from the text that was read from documents. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = or(
    eq(photos.userId, person.id),
    isAreaSessionOf(person.id, photos.areaSessionId),
    isInspectionOf(person.id, photos.inspectionId),
  );
  await eraseTexts(tx, photos, { names: texts, own }, person);
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
