import { checklistSchema } from '#contract/checklists.ts';
import { apiQuery } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The checklist of an area session or inspection with its results, in order. */
export const checklistQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checklist of an area before the inspection is started. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);
