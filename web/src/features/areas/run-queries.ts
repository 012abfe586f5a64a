import { activeRunSchema, runViewSchema } from '#contract/runs.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The property's current run, or null. Here, not among the runs, because a saved area is shown in it (area-kinds.ts). */
export const activeRunQuery = (propertyId: string) =>
  apiQuery(['/api/properties', propertyId, 'active-run'], activeRunSchema);
export const runQuery = (id: string) => apiQuery(['/api/inspection-runs', id], runViewSchema);
