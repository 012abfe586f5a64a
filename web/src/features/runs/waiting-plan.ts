import type { Plan } from '#contract/plans.ts';
import { asSent } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The newest plan that waits for its owner's acceptance; without zod, because the first page needs no other plans. */
export const waitingPlanQuery = apiQuery(['/api/pip-reports'], asSent<Plan[]>(), {
  toAccept: 'true',
  items: 'false',
  limit: '1',
});
