import { eq, ilike, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { textsOf, textWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Transaction } from '#server/platform/database/types.ts';

/** Erases a user's names from these text columns in all rows of a table. */
export async function eraseTexts<Name extends string>(
  tx: Transaction,
  table: PgTable & Record<'id' | Name, PgColumn>,
  names: readonly Name[],
  person: NamedPerson,
): Promise<void> {
  const selected = Object.fromEntries(['id' as const, ...names].map((name) => [name, table[name]]));
  const named = textsOf(person).flatMap((text) => names.map((name) => ilike(table[name], containing(text))));
  const rows: Record<string, unknown>[] = await tx
    .select(selected)
    .from(table as PgTable)
    .where(or(...named));
  for (const { id, ...texts } of rows) {
    const left = Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? textWithout(text, person) : text,
    ]);
    await tx.update(table).set(Object.fromEntries(left)).where(eq(table.id, id));
  }
}
