import { and, desc, eq, ilike, inArray, isNull, or } from 'drizzle-orm';
import type { CaseStatus } from '#contract/cases.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCases, type CaseRow } from '#server/schema/cases.tables.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';
import { users } from '#server/schema/users.tables.ts';

const open: readonly CaseStatus[] = ['pending', 'in_progress'];

interface PlaceFilter {
  q: string;
  zipCode?: string | undefined;
}

/** Properties whose name, address or city contains the text, with their owners, by name. */
export const listProperties = (
  db: Executor,
  { q, zipCode }: PlaceFilter,
  limit: number,
): Promise<{ property: PropertyRow; owner: typeof users.$inferSelect | null }[]> =>
  db
    .select({ property: properties, owner: users })
    .from(properties)
    .leftJoin(users, eq(users.id, properties.userId))
    .where(
      and(
        eq(properties.status, 'active'),
        zipCode ? eq(properties.zipCode, zipCode) : undefined,
        or(
          ilike(properties.name, containing(q)),
          ilike(properties.address, containing(q)),
          ilike(properties.city, containing(q)),
        ),
      ),
    )
    .orderBy(properties.name, properties.id)
    .limit(limit);

/** The open cases of these properties, newest first. */
export const listOpenOf = (db: Executor, propertyIds: string[]): Promise<CaseRow[]> =>
  db
    .select()
    .from(inspectionCases)
    .where(and(inArray(inspectionCases.propertyId, propertyIds), inArray(inspectionCases.status, open)))
    .orderBy(desc(inspectionCases.createdAt), desc(inspectionCases.id));

/** Open cases that no owner has linked to a property yet, newest first. */
export const listOpenUnlinked = (db: Executor, { q, zipCode }: PlaceFilter, limit: number): Promise<CaseRow[]> =>
  db
    .select()
    .from(inspectionCases)
    .where(
      and(
        isNull(inspectionCases.propertyId),
        inArray(inspectionCases.status, open),
        zipCode ? eq(inspectionCases.propertyZipCode, zipCode) : undefined,
        or(
          ilike(inspectionCases.propertyName, containing(q)),
          ilike(inspectionCases.propertyAddress, containing(q)),
          ilike(inspectionCases.propertyCity, containing(q)),
        ),
      ),
    )
    .orderBy(desc(inspectionCases.createdAt), desc(inspectionCases.id))
    .limit(limit);
