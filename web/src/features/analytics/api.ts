import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { analyticsSchema, type AnalyticsQuery } from '#contract/analytics.ts';
import { localDate } from '#contract/due-dates.ts';
import { portfolioSchema, type Direction, type PortfolioSorting } from '#contract/portfolio.ts';
import { propertyPageSchema } from '#contract/property-page.ts';
import { apiPages } from '#web/lib/pages.ts';
import { apiQuery, queryString } from '#web/lib/query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toastError } from '#web/lib/toast.ts';

/** The figures for a brand, state and period. The previous figures stay on screen while new ones load. */
export const analyticsOptions = ({ from, to, brand, state }: AnalyticsQuery) =>
  queryOptions({
    ...apiQuery(['/api/admin/analytics'], analyticsSchema, { from, to, brand, state, today: localDate(new Date()) }),
    placeholderData: keepPreviousData,
  });

/** One property with its history. Reloaded at each visit, because much of it changes elsewhere. */
export const propertyPageQuery = (id: string) =>
  queryOptions({ ...apiQuery(['/api/properties', id, 'history'], propertyPageSchema), staleTime: 0 });

export interface PortfolioFilter {
  q: string | undefined;
  brand: string | undefined;
  state: string | undefined;
  sort: PortfolioSorting;
  direction: Direction;
}

const portfolioParams = (filter: PortfolioFilter) => ({ ...filter, today: localDate(new Date()) });

/** The properties with their current figures. Reloaded at each visit, because they change elsewhere. */
export const portfolioPages = (filter: PortfolioFilter) => ({
  ...apiPages('/api/admin/portfolio', portfolioSchema, portfolioParams(filter)),
  staleTime: 0,
});

/** Downloads all matching properties as a CSV file. */
export const useSavePortfolio = () =>
  useMutation({
    mutationFn: (filter: PortfolioFilter) =>
      saveFile(`/api/admin/portfolio/export${queryString(portfolioParams(filter))}`, 'portfolio.csv'),
    onError: (error) => toastError('Not saved', error),
  });
