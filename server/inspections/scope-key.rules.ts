import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What a photo, a finding or a checklist answer belongs to: one of the two is set. */
export interface ScopeKey {
  areaSessionId: string | null;
  /** A standalone live or photo inspection; null for an area session. */
  inspectionId: string | null;
}

/** The rows of a table that belong to the scope. */
export const inScope = (table: { areaSessionId: PgColumn; inspectionId: PgColumn }, key: ScopeKey): SQL =>
  key.areaSessionId ? eq(table.areaSessionId, key.areaSessionId) : eq(table.inspectionId, key.inspectionId ?? '');

export const isSameScope = (a: ScopeKey, b: ScopeKey): boolean =>
  a.areaSessionId === b.areaSessionId && a.inspectionId === b.inspectionId;
