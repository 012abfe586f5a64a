import type { PropertyPage } from '#contract/property-page.ts';
import { maxPropertyPageRows } from '#contract/property-page.ts';
import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import { toProperty } from '#server/properties/properties.rules.ts';
import type { PropertyRow } from '#server/schema/properties.tables.ts';
import * as current from './properties.repository.ts';
import * as repository from './property-page.repository.ts';
import { repeatsOf } from './repeats.rules.ts';

export interface PropertyPageService {
  /** All information about one property. */
  view(target: Authorized<PropertyRow>): Promise<PropertyPage>;
}

/** Converts rows that each contain the total number to a list. */
const listOf = <Row extends { total: number }>(found: readonly Row[]) => ({
  total: found[0]?.total ?? 0,
  rows: found.map(({ total: _total, ...row }) => row),
});
const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

export function createPropertyPageService(deps: { db: Database; figures: FiguresService }): PropertyPageService {
  const { db, figures } = deps;
  return {
    async view(target) {
      await figures.refreshOutdated();
      const [figuresOf, costs, completed, scores, leftOut, found, cases, plans, items] = await Promise.all([
        figures.ofProperties([target.id]),
        current.sumCostByProperty(db, [target.id]),
        repository.sumCompletedCosts(db, target.id),
        repository.listScores(db, target.id),
        figures.leftOutOf(target.id),
        repository.listFoundByRound(db, target.id),
        repository.listCases(db, target.id),
        repository.listPlans(db, target.id),
        repository.listOpenItems(db, target.id),
      ]);
      const { complianceScore, coverage, openFindings } = figuresOf(target.id);
      const { unpriced, ...priced } = completed;
      const repeats = repeatsOf(found);
      const areas = Map.groupBy(scores, (row) => row.area);
      const planList = listOf(plans);
      return {
        property: toProperty(target),
        score: complianceScore,
        coverage,
        openFindings,
        costs: { open: costs[0]?.cost ?? 0, completed: priced, unpriced },
        areas: [...areas]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([area, rows]) => ({ area, inspections: rows.map((row) => ({ ...row, at: timeOf(row.at) })) })),
        leftOut,
        repeats: { rows: repeats.slice(0, maxPropertyPageRows), total: repeats.length },
        cases: listOf(cases),
        plans: {
          total: planList.total,
          rows: planList.rows.map((row) => ({ ...row, createdAt: timeOf(row.createdAt) })),
        },
        items: listOf(items),
      };
    },
  };
}
