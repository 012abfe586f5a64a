import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { analyticsSchema, type AnalyticsQuery } from '#contract/analytics.ts';
import { localDate } from '#contract/due-dates.ts';
import { propertyPageSchema } from '#contract/property-page.ts';
import { apiQuery } from '#web/lib/query.ts';

/** Figures of a brand and state over a period; the previous ones stay on screen while new ones load. */
export const analyticsOptions = ({ from, to, brand, state }: AnalyticsQuery) =>
  queryOptions({
    ...apiQuery(['/api/admin/analytics'], analyticsSchema, { from, to, brand, state, today: localDate(new Date()) }),
    placeholderData: keepPreviousData,
  });

/** Everything that is known of one property; read again at each visit, because much of it changes elsewhere. */
export const propertyPageQuery = (id: string) =>
  queryOptions({ ...apiQuery(['/api/properties', id, 'history'], propertyPageSchema), staleTime: 0 });
