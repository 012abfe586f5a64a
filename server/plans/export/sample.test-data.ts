import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import { classOfCategory } from '#contract/line-classes.ts';
import { toCents } from '#contract/money.ts';
import { phaseOf } from '#contract/plan-phases.ts';
import type { PlanItem, Plan } from '#contract/plans.ts';
import { quotedCostOf } from '#contract/plan-quotes.ts';
import type { PlanSettings } from '#server/schema/plans.tables.ts';
import { overheadsOf } from '../overheads.rules.ts';
import { comparisonOf, costLines, inPlanOrder, priceFinding, planFigures } from '../plans.rules.ts';

const usualSettings: PlanSettings = { crews: 2, freightPercent: 12, contingencyPercent: 10 };
const noAbilities = {
  decide: false,
  modify: false,
  restore: false,
  start: false,
  startWaits: false,
  report: false,
  complete: false,
  verify: false,
  editLine: false,
  ask: [],
  answerRequest: false,
  withdrawRequest: false,
  vendors: false,
};
const created = '2026-11-21T09:30:00.000Z';

export interface SampleItem {
  category: FindingCategory;
  severity: Severity;
  title: string;
  description?: string;
  /** In dollars. */
  low: number;
  high: number;
  daysOnSite: number;
  leadDays?: number;
  status?: PlanItem['status'];
  noLongerNeeded?: PlanItem['noLongerNeeded'];
  note?: string;
  /** In dollars. */
  actualCost?: number;
  invoice?: string;
  photoId?: string;
  boundingBox?: { x: number; y: number; width: number; height: number };
  videoTimestamp?: number;
  details?: Partial<
    Pick<
      PlanItem,
      'building' | 'floor' | 'standard' | 'responsible' | 'sample' | 'horizonMonths' | 'quotes' | 'startDay'
    >
  >;
}

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const noPlace = { building: null, floor: null };
const nobody = { addedBy: null, decidedBy: null, onlyAdded: false };
const noWork = { changedAt: null, startedAt: null, reopenedAt: null, returnedAt: null, reportedAt: null };

function toItem(sample: SampleItem, index: number) {
  const row = {
    ...priceFinding({ ...sample, description: sample.description ?? '' }, [
      {
        category: sample.category,
        fromSeverity: 'low',
        action: `Repair: ${sample.category.replaceAll('_', ' ')}`,
        unit: 'each',
        costLow: toCents(sample.low),
        costHigh: toCents(sample.high),
        daysOnSite: sample.daysOnSite,
        leadDays: sample.leadDays ?? 0,
      },
    ]),
    status: sample.status ?? ('pending' as const),
    noLongerNeeded: sample.noLongerNeeded ?? null,
  };
  const id = idOf(index + 1);
  const { ffe, ...fields } = row;
  const item: PlanItem = {
    ...fields,
    id,
    pipReportId: idOf(0),
    issueId: idOf(1000 + index),
    createdAt: created,
    area: 'Guest rooms',
    areaSessionId: idOf(2000),
    class: classOfCategory[sample.category],
    spending: 'capital',
    addedByHand: false,
    addedByName: null,
    room: '312',
    unitCost: fields.estimatedCost,
    unitCostLow: fields.costLow,
    unitCostHigh: fields.costHigh,
    dueDate: '2026-12-05',
    earliestDueDate: '2026-11-22',
    dueDateEntered: false,
    ...noPlace,
    standard: null,
    responsible: null,
    sample: null,
    horizonMonths: null,
    quotes: [],
    startDay: null,
    ...sample.details,
    quotedCost: quotedCostOf(sample.details?.quotes ?? []),
    phase: phaseOf({ ...row, horizonMonths: sample.details?.horizonMonths ?? null }),
    photoId: sample.photoId ?? null,
    thumbnailUrl: null,
    videoTimestamp: sample.videoTimestamp ?? null,
    note: sample.note ?? null,
    actualCost: sample.actualCost === undefined ? null : toCents(sample.actualCost),
    invoice: sample.invoice ?? null,
    workNote: null,
    ...noWork,
    completedAt: sample.status === 'completed' ? created : null,
    completionPhotos: [],
    requests: [],
    abilities: noAbilities,
    furtherIssues: [],
    issue: {
      id: idOf(1000 + index),
      inspectionId: null,
      areaSessionId: idOf(2000),
      photoId: sample.photoId ?? null,
      title: row.title,
      description: row.description,
      severity: sample.severity,
      category: sample.category,
      aiConfidence: '91.00',
      imageUrl: null,
      videoTimestamp: sample.videoTimestamp ?? null,
      places: [],
      actionGiven: false,
      mergedInto: null,
      photoMarks: [],
      parts: [],
      repairs: [],
      repairVerdict: null,
      sameAs: [],
      ...noPlace,
      room: null,
      raisedFrom: null,
      raisedRooms: [],
      boundingBox: sample.boundingBox ?? null,
      disagreement: null,
      source: 'ai',
      recommendedAction: row.recommendedAction,
      earlierId: null,
      sameAsEarlier: null,
      status: 'confirmed',
      note: null,
      ...nobody,
      createdAt: created,
      abilities: { edit: false, repair: false },
    },
  };
  return { item, ffe };
}

/** A plan as the plan page shows it, with figures computed by the real rules. */
export function samplePlan(samples: SampleItem[], fields: Partial<Plan> = {}, settings = usualSettings): Plan {
  const made = samples.map(toItem);
  const figures = planFigures(
    made.map(({ item, ffe }) => ({ ...item, ffe })),
    settings,
  );
  for (const { item } of made) item.startDay ??= figures.startDays.get(item.id) ?? null;
  return {
    id: idOf(0),
    propertyId: idOf(3000),
    runId: idOf(4000),
    areaSessionId: null,
    inspectionId: null,
    totalCost: figures.typical.total,
    estimatedDays: figures.estimatedDays,
    priority: figures.priority,
    status: 'pending_approval',
    createdAt: created,
    updatedAt: created,
    approvedAt: null,
    approvedBy: null,
    approvedByName: null,
    pendingItems: made.filter(({ item }) => item.status === 'pending').length,
    unconfirmedFindings: null,
    versions: [],
    changes: [],
    undecidedItems: 0,
    openRequests: 0,
    crews: settings.crews,
    source: 'property',
    property: {
      id: idOf(3000),
      name: 'Harbour Inn',
      city: 'Portland',
      state: 'ME',
      totalRooms: 84,
      timeZone: 'America/New_York',
    },
    inspection: null,
    area: null,
    propertyPlanId: null,
    propertyPlanStatus: null,
    inspector: 'Owner One',
    itemCount: made.length,
    items: made.map(({ item }) => item).toSorted(inPlanOrder),
    costLow: figures.low.total,
    costHigh: figures.high.total,
    costLines: costLines(figures, settings),
    overheads: overheadsOf(settings),
    comparison: comparisonOf(made.map(({ item }) => item)),
    phases: figures.phases,
    abilities: { submit: false, accept: true, regenerate: true, share: false, addLine: false },
    ...fields,
  };
}
