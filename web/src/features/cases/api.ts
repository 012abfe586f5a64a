import { z } from 'zod';
import { caseSchema, type CaseStatus } from '#contract/cases.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The caller's cases, newest first; an admin's are all. */
export const casesQuery = (filter: { status?: CaseStatus } = {}) =>
  apiQuery(['/api/inspection-cases'], z.array(caseSchema), filter);
