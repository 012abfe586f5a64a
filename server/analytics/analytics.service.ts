import type { Analytics, AnalyticsProperty, AnalyticsQuery, SeverityCounts } from '#contract/analytics.ts';
import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import { severities } from '#contract/finding-categories.ts';
import { phaseNames, urgentPhases } from '#contract/plan-phases.ts';
import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import * as repository from './analytics.repository.ts';
import type { FindingRow, PropertyFilter } from './analytics.repository.ts';
import { before, bucketStarts, meanOf, periodOf, type Period } from './analytics.rules.ts';
import { decisionsOf, readPractice } from './practice.ts';
import * as compared from './properties.repository.ts';
import type { SumsService } from './sums.service.ts';

export interface AnalyticsService {
  /** The figures for an admin of a brand. Throws 400 for an invalid period. */
  of(query: AnalyticsQuery): Promise<Analytics>;
}

const maxProperties = 200;
const none = (): SeverityCounts => ({ critical: 0, high: 0, medium: 0, low: 0 });
const sumOf = (counts: SeverityCounts): number => severities.reduce((sum, severity) => sum + counts[severity], 0);

type InspectionBucket = Awaited<ReturnType<typeof repository.listInspectionBuckets>>[number];

function totals(rows: readonly InspectionBucket[]): Pick<Analytics['summary'], 'inspections' | 'scored' | 'meanScore'> {
  const add = (value: (row: InspectionBucket) => number) => rows.reduce((sum, row) => sum + value(row), 0);
  const scored = add((row) => row.scored);
  return {
    inspections: add((row) => row.in_progress + row.pending_review + row.requires_action + row.approved),
    scored,
    meanScore: meanOf(
      add((row) => row.scoreSum),
      scored,
    ),
  };
}

/** Counts of open findings by the given key, largest first. */
function grouped<Key extends 'category' | 'area'>(rows: readonly FindingRow[], key: Key) {
  const groups = new Map<FindingRow[Key], SeverityCounts>();
  for (const row of rows) {
    const counts = groups.get(row[key]) ?? none();
    for (const severity of severities) counts[severity] += row[severity];
    groups.set(row[key], counts);
  }
  return [...groups].filter(([, counts]) => sumOf(counts) > 0).toSorted(([, a], [, b]) => sumOf(b) - sumOf(a));
}

export function createAnalyticsService(deps: {
  db: Database;
  figures: FiguresService;
  sums: SumsService;
}): AnalyticsService {
  const { db, figures, sums } = deps;

  async function comparedProperties(
    filter: PropertyFilter,
  ): Promise<Pick<Analytics, 'properties' | 'propertiesTotal'>> {
    const rows = await compared.listLastInspected(db, filter, maxProperties);
    const ids = rows.map((row) => row.id);
    const [figuresOf, costs] = await Promise.all([figures.ofProperties(ids), compared.listCostSums(db, ids)]);
    const costById = new Map(costs.map((row) => [row.propertyId, row.cost]));
    const view = ({ total: _total, ...row }: (typeof rows)[number]): AnalyticsProperty => {
      const { complianceScore, coverage, openFindings } = figuresOf(row.id);
      return {
        ...row,
        score: complianceScore,
        coverage,
        openFindings,
        pipCost: costById.get(row.id) ?? 0,
        lastInspectionAt: row.lastInspectionAt === null ? null : new Date(row.lastInspectionAt).toISOString(),
      };
    };
    return { properties: rows.map(view), propertiesTotal: rows[0]?.total ?? 0 };
  }

  async function buckets(
    filter: PropertyFilter,
    period: Period,
    today: CalendarDate,
  ): Promise<Pick<Analytics, 'buckets' | 'summary'>> {
    const [inspected, earlier, scoreChange, cases] = await Promise.all([
      repository.listInspectionBuckets(db, filter, period),
      repository.countInspections(db, filter, before(period)),
      repository.findScoreChange(db, filter, period, before(period)),
      repository.listCaseBuckets(db, filter, period, today),
    ]);
    const inspectedAt = new Map(inspected.map((row) => [row.start, row]));
    const casesAt = new Map(cases.map((row) => [row.start, row]));
    return {
      summary: { ...totals(inspected), before: { inspections: earlier }, scoreChange },
      buckets: bucketStarts(period).map((start) => {
        const { in_progress = 0, pending_review = 0, requires_action = 0, approved = 0 } = inspectedAt.get(start) ?? {};
        const { onTime = 0, late = 0, overdue = 0, open = 0 } = casesAt.get(start) ?? {};
        const { scoreSum = 0, scored = 0 } = inspectedAt.get(start) ?? {};
        return {
          start,
          inspections: { in_progress, pending_review, requires_action, approved },
          scored,
          meanScore: meanOf(scoreSum, scored),
          cases: { onTime, late, overdue, open },
        };
      }),
    };
  }

  return {
    async of({ brand, state, today: callersDate, ...days }) {
      const today = todayOf(callersDate, new Date());
      const period = periodOf(days, today);
      const filter = { brand, state };
      await figures.refreshOutdated();
      await sums.refresh();
      const [timed, properties, findings, practiced, phases, { brands, states }] = await Promise.all([
        buckets(filter, period, today),
        comparedProperties(filter),
        repository.listFindings(db, filter, period),
        readPractice(db, filter, period),
        compared.sumCostByPhase(db, filter),
        repository.findFilterOptions(db),
      ]);
      const phaseByName = new Map(phases.map((phase) => [phase.name, phase]));
      return {
        period,
        brands,
        states,
        ...timed,
        ...properties,
        ...practiced,
        ...decisionsOf(findings),
        findingsByCategory: grouped(findings, 'category').map(([category, counts]) => ({ category, ...counts })),
        findingsByArea: grouped(findings, 'area').map(([area, counts]) => ({ area, ...counts })),
        phases: phaseNames
          .filter((name) => phaseByName.has(name) || urgentPhases.some((urgent) => urgent === name))
          .map((name) => phaseByName.get(name) ?? { name, items: 0, cost: 0, costLow: 0, costHigh: 0 }),
      };
    },
  };
}
