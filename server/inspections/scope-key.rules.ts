import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What a photo, a finding or a checklist answer belongs to; exactly one of the ids is set. */
export interface ScopeKey {
  areaSessionId: string | null;
  /** The standalone inspection; null for an area session. */
  inspectionId: string | null;
  /** The plan item whose finished work a photo shows; then the two ids above are null. */
  planItemId?: string | null;
}

/** Matches the rows of a table that belong to the scope. */
export function inScope(
  table: { areaSessionId: PgColumn; inspectionId: PgColumn; planItemId?: PgColumn },
  key: ScopeKey,
): SQL {
  // A table without this column has no rows of a plan item.
  if (key.planItemId) return table.planItemId ? eq(table.planItemId, key.planItemId) : sql`false`;
  return key.areaSessionId
    ? eq(table.areaSessionId, key.areaSessionId)
    : eq(table.inspectionId, key.inspectionId ?? '');
}

export const isSameScope = (a: ScopeKey, b: ScopeKey): boolean =>
  a.areaSessionId === b.areaSessionId &&
  a.inspectionId === b.inspectionId &&
  (a.planItemId ?? null) === (b.planItemId ?? null);
