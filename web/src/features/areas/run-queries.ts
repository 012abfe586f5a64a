import { activeRunSchema, runViewSchema } from '#contract/runs.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The property's current run, or null. */
export const activeRunQuery = (propertyId: string) =>
  apiQuery(['/api/properties', propertyId, 'active-run'], activeRunSchema);
export const runQuery = (id: string) => apiQuery(['/api/inspection-runs', id], runViewSchema);
