import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';

/** Identifies an owner's cases: those linked to the user, and unlinked ones that were sent to the address. */
export interface CaseOwner {
  id: string;
  /** Null until the user has verified it. */
  email: string | null;
}

/** Matches the cases sent to this address whose property has no owner. */
export const sentTo = (email: string): SQL | undefined =>
  and(
    sql`lower(${inspectionCases.ownerEmail}) = lower(${email})`,
    or(
      isNull(inspectionCases.propertyId),
      sql`exists (select from ${properties} where ${and(eq(properties.id, inspectionCases.propertyId), isNull(properties.userId))})`,
    ),
  );

/** Matches the cases whose property is linked to the user, and those sent to the user's address that are linked to nobody. */
export function ownCases(owner: CaseOwner): SQL | undefined {
  // An array, so that each side of the condition is read by an index.
  const linked = sql`${inspectionCases.propertyId} = any(array(select ${properties.id} from ${properties} where ${eq(properties.userId, owner.id)}))`;
  return or(linked, owner.email === null ? undefined : sentTo(owner.email));
}
