import { and, eq, sql } from 'drizzle-orm';
import type { Change } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import type { CaseRow } from './cases.tables.ts';

const sameText = (
  column: typeof properties.name | typeof properties.address | typeof properties.zipCode,
  value: string,
) => sql`lower(trim(${column})) = lower(trim(${value}))`;

/**
 * The property of a case, linked to its owner: the one that the case already has, one of the owner's that it describes,
 * or a new one made from the case's snapshot. Throws 409 when it is linked to somebody else.
 */
export async function linkProperty(change: Change, actor: Actor, row: CaseRow): Promise<PropertyRow> {
  const { tx } = change;
  const described = and(
    sameText(properties.name, row.propertyName),
    sameText(properties.address, row.propertyAddress),
    sameText(properties.zipCode, row.propertyZipCode),
    eq(properties.userId, actor.id),
  );
  const where = row.propertyId ? eq(properties.id, row.propertyId) : described;
  const [present] = await tx
    .select()
    .from(properties)
    .where(where)
    .orderBy(properties.createdAt)
    .limit(1)
    .for('update');
  if (present?.userId === actor.id) return present;
  if (present?.userId) throw conflict('This property is already linked to someone else');
  if (present) {
    const linked = only(
      await tx
        .update(properties)
        .set({ userId: actor.id, updatedAt: new Date() })
        .where(eq(properties.id, present.id))
        .returning(),
    );
    change.audit('property.linked', 'property', linked.id, { name: linked.name });
    return linked;
  }
  const created = only(
    await tx
      .insert(properties)
      .values({
        userId: actor.id,
        name: row.propertyName,
        address: row.propertyAddress,
        city: row.propertyCity,
        state: row.propertyState,
        zipCode: row.propertyZipCode,
        propertyType: row.propertyType,
        brandStandard: row.brandStandard,
        totalRooms: row.totalRooms,
      })
      .returning(),
  );
  change.audit('property.created', 'property', created.id, { name: created.name, caseNumber: row.caseNumber });
  return created;
}
