import type { z } from 'zod';
import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import type { portfolioQuery, Portfolio, PortfolioFilter, PortfolioRow } from '#contract/portfolio.ts';
import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { findFilterOptions } from './analytics.repository.ts';
import { portfolioCsv } from './portfolio.csv.ts';
import * as repository from './portfolio.repository.ts';
import { sortPortfolio, totalsOf } from './portfolio.rules.ts';

export interface PortfolioService {
  /** A page of the properties with their current figures, and the totals of all that match. */
  page(query: z.output<typeof portfolioQuery>): Promise<Portfolio>;
  /** All properties that match, as a CSV file. */
  file(filter: PortfolioFilter): Promise<{ name: string; content: Buffer }>;
}

const byProperty = <Row extends { propertyId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.propertyId, row]));

export function createPortfolioService(deps: { db: Database; figures: FiguresService }): PortfolioService {
  const { db, figures } = deps;

  /** Uses a fixed number of statements, however many properties there are. */
  async function rowsOf({ q, brand, state }: PortfolioFilter, today: CalendarDate): Promise<PortfolioRow[]> {
    await figures.refreshOutdated();
    const found = await repository.listProperties(db, { q, brand, state });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return [];
    const [figuresOf, items, cases, overdue, inspected] = await Promise.all([
      figures.ofProperties(ids),
      repository.sumOpenItems(db, ids, today),
      repository.listRunningCases(db, ids),
      repository.countOverdueCases(db, ids, today),
      repository.listLastInspections(db, ids),
    ]);
    const [itemsOf, casesOf, inspectedOf] = [byProperty(items), byProperty(cases), byProperty(inspected)];
    const overdueOf = byProperty(overdue);
    return found.map((property) => {
      const { complianceScore, coverage, openFindings } = figuresOf(property.id);
      const open = itemsOf.get(property.id) ?? { items: 0, overdue: 0, cost: 0, operating: 0 };
      const last = inspectedOf.get(property.id);
      const { propertyId: _id, ...running } = casesOf.get(property.id) ?? { propertyId: null };
      return {
        ...property,
        score: complianceScore,
        coverage,
        openFindings,
        costs: { open: open.cost, capital: open.cost - open.operating, operating: open.operating },
        openItems: open.items,
        overdueItems: open.overdue,
        case: 'id' in running ? running : null,
        overdueCases: overdueOf.get(property.id)?.cases ?? 0,
        lastInspectionAt: last ? new Date(last.at).toISOString() : null,
      };
    });
  }

  return {
    async page({ limit, cursor, ...filter }) {
      const today = todayOf(filter.today, new Date());
      const [rows, { brands, states }] = await Promise.all([rowsOf(filter, today), findFilterOptions(db)]);
      const end = cursor + limit;
      return {
        properties: sortPortfolio(rows, filter).slice(cursor, end),
        totals: totalsOf(rows),
        brands,
        states,
        nextCursor: end < rows.length ? String(end) : null,
      };
    },
    async file(filter) {
      const today = todayOf(filter.today, new Date());
      const rows = sortPortfolio(await rowsOf(filter, today), filter);
      return { name: `portfolio-${today}.csv`, content: portfolioCsv(rows) };
    },
  };
}
