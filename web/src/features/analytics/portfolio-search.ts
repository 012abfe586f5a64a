import { firstDirection, portfolioSortings, type Direction, type PortfolioSorting } from '#contract/portfolio.ts';
import type { PortfolioFilter } from '#web/features/analytics/api.ts';

/** The query parameters of the portfolio. */
export interface PortfolioSearch {
  q?: string | undefined;
  brand?: string | undefined;
  state?: string | undefined;
  sort?: string | undefined;
  direction?: Direction | undefined;
}

/** The filter to send to the server, without values that it would refuse. */
export function portfolioFilter({ q, brand, state, sort, direction }: PortfolioSearch): PortfolioFilter {
  const chosen = portfolioSortings.find((each) => each === sort) ?? 'score';
  return {
    q: q?.slice(0, 200),
    brand: brand?.slice(0, 200),
    state: state?.slice(0, 100),
    sort: chosen,
    direction: direction ?? firstDirection[chosen],
  };
}

/** The search after a column was pressed: first in the column's default direction, then reversed. */
export function sortedBy(current: PortfolioFilter, sort: PortfolioSorting): PortfolioSearch {
  const turned = current.sort === sort ? (current.direction === 'asc' ? 'desc' : 'asc') : firstDirection[sort];
  return {
    sort: sort === 'score' ? undefined : sort,
    direction: turned === firstDirection[sort] ? undefined : turned,
  };
}
