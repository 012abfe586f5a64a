import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What a photo, a finding or a checklist answer belongs to: one of them is set. */
export interface ScopeKey {
  areaSessionId: string | null;
  /** A standalone live or photo inspection; null for an area session. */
  inspectionId: string | null;
  /** The item of a plan whose finished work a photo shows; the two above are null then. */
  planItemId?: string | null;
}

/** The rows of a table that belong to the scope. */
export function inScope(
  table: { areaSessionId: PgColumn; inspectionId: PgColumn; planItemId?: PgColumn },
  key: ScopeKey,
): SQL {
  // A table without the column has no rows that belong to an item.
  if (key.planItemId) return table.planItemId ? eq(table.planItemId, key.planItemId) : sql`false`;
  return key.areaSessionId
    ? eq(table.areaSessionId, key.areaSessionId)
    : eq(table.inspectionId, key.inspectionId ?? '');
}

export const isSameScope = (a: ScopeKey, b: ScopeKey): boolean =>
  a.areaSessionId === b.areaSessionId &&
  a.inspectionId === b.inspectionId &&
  (a.planItemId ?? null) === (b.planItemId ?? null);
