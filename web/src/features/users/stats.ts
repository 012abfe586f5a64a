import { localDate } from '#contract/due-dates.ts';
import { userStatsSchema } from '#contract/stats.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The key figures of the signed-in person. */
export const statsQuery = () => apiQuery(['/api/user/stats'], userStatsSchema, { today: localDate(new Date()) });
