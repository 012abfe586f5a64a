import { expect, it } from 'vitest';
import { portfolioFilter, sortedBy } from '#web/features/analytics/portfolio-search.ts';

it('sends the values that the server accepts and drops the rest', () => {
  expect(portfolioFilter({})).toEqual({ sort: 'score', direction: 'asc' });
  expect(portfolioFilter({ sort: 'x', q: 'a'.repeat(500) })).toMatchObject({ sort: 'score', q: 'a'.repeat(200) });
  expect(portfolioFilter({ sort: 'cost', direction: 'asc' })).toMatchObject({ sort: 'cost', direction: 'asc' });
});

it('reverses the order when a column is pressed again', () => {
  const first = sortedBy(portfolioFilter({}), 'cost');
  expect(portfolioFilter(first)).toMatchObject({ sort: 'cost', direction: 'desc' });
  const second = sortedBy(portfolioFilter(first), 'cost');
  expect(portfolioFilter(second)).toMatchObject({ sort: 'cost', direction: 'asc' });
  expect(sortedBy(portfolioFilter(second), 'cost')).toEqual(first);
  expect(portfolioFilter(sortedBy(portfolioFilter({}), 'score'))).toMatchObject({ sort: 'score', direction: 'desc' });
});
