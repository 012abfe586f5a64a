import type { Inspection } from '#contract/inspections.ts';
import type { Finding } from '#contract/findings.ts';
import { photoThumbnailUrl } from '#contract/photos.ts';
import { unitPrice } from '#contract/plan-lines.ts';
import { phaseOf } from '#contract/plan-phases.ts';
import type { CompletionPhoto, PlanItem, Plan } from '#contract/plans.ts';
import { quotedCostOf } from '#contract/plan-quotes.ts';
import type { PlanRequest } from '#contract/plan-requests.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { zoneOf } from '#server/properties/zone.rules.ts';
import { dueDateOf, earliestDue } from './due-dates.rules.ts';
import { findingIdsOf } from './grouping.rules.ts';
import { itemSteps, type Showings } from './item-steps.rules.ts';
import { listItems, type ShownItem } from './items.repository.ts';
import { listSummaries } from './plan-summaries.repository.ts';
import { listWithSharedItems, type ListedPlan, type PlanContext } from './plans.repository.ts';
import { inPlanOrder, isInPlan, planFigures, type PlanFigures } from './plans.rules.ts';
import type { PlanSummary } from '#server/schema/plan-summaries.tables.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { overheadsOf } from './overheads.rules.ts';
import { requestableKinds, requestAbilities } from './requests/requests.rules.ts';
import { viewRequests } from './requests/requests.views.ts';
import { countUnconfirmed } from './sources.repository.ts';
import { listVersions } from './versions/versions.repository.ts';
import { summaryOf } from './summary.rules.ts';
import { classOf, spendingOf } from './lines/lines.rules.ts';
import { callerOf, isLineOpen, mayEditLines, mayWork, planAbilities, shows, undecidedOf } from './workflow.rules.ts';

export interface PlanViewsDeps {
  db: Database;
  inspections: Pick<InspectionsService, 'viewByIds'>;
  findings: Pick<FindingsService, 'viewByIds'>;
  photos: Pick<PhotosService, 'ofPlanItems'>;
}

/** Findings by finding id, and requests and completion photos by item id. */
interface Evidence {
  requests: Map<string, PlanRequest[]>;
  findings: Map<string, Finding>;
  completionPhotos: Map<string, CompletionPhoto[]>;
}
/** The same with the plans that show the items, and the days on which their work starts. */
type ShownEvidence = Evidence & { sharing: Sharing; startDays: PlanFigures['startDays'] };
/** The plans of the same runs with their sent versions. All plans that show an item decide together about its steps. */
interface Sharing {
  plans: Showings;
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

function planView(
  context: ListedPlan | PlanContext,
  actor: Actor,
  inspection: Inspection | null,
  summary: PlanSummary,
  items: PlanItem[],
): Plan {
  const { plan, property } = context;
  const caller = callerOf(actor, context);
  const undecided = undecidedOf(caller, summary.pendingItems);
  const { settings, approvedOn: _approvedOn, sharedCost: _sharedCost, ...fields } = plan;
  return {
    ...fields,
    ...summary,
    inspectionId: context.inspectionId,
    propertyPlanId: context.propertyPlanId,
    propertyPlanStatus: context.propertyPlanStatus,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
    approvedAt: plan.approvedAt?.toISOString() ?? null,
    approvedByName: context.approvedByName,
    property: {
      id: property.id,
      name: property.name,
      city: property.city,
      state: property.state,
      totalRooms: property.totalRooms,
      timeZone: zoneOf(property),
    },
    inspection,
    area: context.area,
    inspector: context.inspector,
    undecidedItems: undecided,
    unconfirmedFindings: null,
    crews: settings.crews,
    items,
    overheads: overheadsOf(settings),
    abilities: planAbilities(caller, {
      status: plan.status,
      undecided,
      openRequests: summary.openRequests,
      changed: summary.changes.length > 0,
      everAccepted: plan.approvedAt !== null,
    }),
  };
}

function itemView(
  context: PlanContext,
  actor: Actor,
  row: ShownItem,
  { sharing, startDays, ...evidence }: ShownEvidence,
): PlanItem {
  const { touchedAt, ffe: _ffe, shownIn, addedBy, lineClass: _lineClass, ...fields } = row;
  const { decisionBefore: _decisionBefore, furtherFindingIds, furtherAreaIds: _furtherAreaIds, ...item } = fields;
  const caller = callerOf(actor, context);
  const showing = sharing.plans.filter(({ plan }) => shows(plan, row));
  const showingPlans = showing.map(({ plan }) => plan);
  const finding = row.issueId ? (evidence.findings.get(row.issueId) ?? null) : null;
  const photoId = finding?.photoId ?? null;
  const requests = evidence.requests.get(row.id) ?? [];
  const open = requests.find(({ status }) => status === 'open');
  return {
    ...item,
    // An item that was decided against shows its decision.
    noLongerNeeded: isInPlan({ status: item.status, noLongerNeeded: null }) ? item.noLongerNeeded : null,
    requests,
    pipReportId: shownIn,
    createdAt: item.createdAt.toISOString(),
    startedAt: item.startedAt?.toISOString() ?? null,
    reopenedAt: item.reopenedAt?.toISOString() ?? null,
    returnedAt: item.returnedAt?.toISOString() ?? null,
    reportedAt: item.reportedAt?.toISOString() ?? null,
    completedAt: item.completedAt?.toISOString() ?? null,
    changedAt: touchedAt?.toISOString() ?? null,
    completionPhotos: evidence.completionPhotos.get(row.id) ?? [],
    unitCost: unitPrice(item.estimatedCost, item.quantity),
    unitCostLow: unitPrice(item.costLow, item.quantity),
    unitCostHigh: unitPrice(item.costHigh, item.quantity),
    dueDate: dueDateOf(item, showingPlans),
    earliestDueDate: earliestDue(item, showingPlans),
    dueDateEntered: item.dueDate !== null,
    phase: phaseOf(item),
    quotedCost: quotedCostOf(item.quotes),
    startDay: startDays.get(row.id) ?? null,
    class: classOf(row),
    spending: spendingOf(row),
    addedByHand: addedBy !== null,
    issue: finding,
    furtherIssues: furtherFindingIds.map((id) => evidence.findings.get(id)).filter((each) => each !== undefined),
    photoId,
    thumbnailUrl: photoId ? photoThumbnailUrl(photoId) : null,
    videoTimestamp: finding?.videoTimestamp ?? null,
    abilities: {
      ...itemSteps(caller, showing, row, open),
      ask: row.noLongerNeeded ? [] : requestableKinds(caller, context.plan, row, open !== undefined),
      ...requestAbilities(caller, open !== undefined),
      editLine: mayEditLines(caller) && isLineOpen(row),
      vendors: mayWork(caller) && isInPlan(row) && row.status !== 'completed',
    },
  };
}

export function createPlanViews(deps: PlanViewsDeps) {
  const { db } = deps;

  const evidenceOf = async (rows: ShownItem[]): Promise<Evidence> => ({
    requests: await viewRequests(db, distinct(rows.map(({ id }) => id))),
    findings: await deps.findings.viewByIds(distinct(rows.flatMap(findingIdsOf))),
    completionPhotos: await deps.photos.ofPlanItems(rows.map((row) => row.id)),
  });

  async function sharingOf(plans: readonly PlanRow[]): Promise<Sharing> {
    const rows = await listWithSharedItems(db, plans);
    const versions = Map.groupBy(
      await listVersions(
        db,
        rows.map(({ id }) => id),
      ),
      ({ pipReportId }) => pipReportId,
    );
    return { plans: rows.map((plan) => ({ plan, versions: versions.get(plan.id) ?? [] })) };
  }

  /** Items in the plan's order with the findings behind them and the photos of their work. */
  const itemViews = (context: PlanContext, actor: Actor, rows: ShownItem[], evidence: ShownEvidence): PlanItem[] =>
    rows.toSorted(inPlanOrder).map((row) => itemView(context, actor, row, evidence));

  const inspectionsOf = (contexts: readonly Pick<PlanContext, 'inspectionId'>[], actor: Actor) =>
    deps.inspections.viewByIds(actor, distinct(contexts.map((context) => context.inspectionId)));

  /** The answers for plans without their items, from the stored summaries; those of outdated ones are made anew. */
  async function withoutItems(listed: readonly ListedPlan[], actor: Actor): Promise<Plan[]> {
    const outdated = listed.filter(({ summary }) => summary === null).map(({ plan }) => plan);
    const [inspections, made] = await Promise.all([inspectionsOf(listed, actor), listSummaries(db, outdated)]);
    return listed.map((context) => {
      const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
      const summary = context.summary ?? made.get(context.plan.id);
      if (!summary) throw new Error('Every plan has a summary');
      return planView(context, actor, inspection, summary, []);
    });
  }

  /** The answers for plans with their items. */
  async function withItems(contexts: readonly PlanContext[], actor: Actor): Promise<Plan[]> {
    const plans = contexts.map(({ plan }) => plan);
    const rows = await listItems(
      db,
      plans.map(({ id }) => id),
    );
    const byPlan = Map.groupBy(rows, ({ shownIn }) => shownIn);
    const inspections = await inspectionsOf(contexts, actor);
    const evidence = await evidenceOf(rows);
    const sharing = await sharingOf(plans);
    const versions = new Map(sharing.plans.map((each) => [each.plan.id, each.versions]));
    return contexts.map((context) => {
      const { plan } = context;
      const own = byPlan.get(plan.id) ?? [];
      const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
      const { startDays } = planFigures(own, plan.settings);
      const hasOpenRequest = (itemId: string) =>
        evidence.requests.get(itemId)?.some(({ status }) => status === 'open') ?? false;
      const summary = summaryOf(plan, { items: own, versions: versions.get(plan.id) ?? [], hasOpenRequest });
      return planView(
        context,
        actor,
        inspection,
        summary,
        itemViews(context, actor, own, { ...evidence, sharing, startDays }),
      );
    });
  }

  return {
    withItems,
    withoutItems,
    async one(context: PlanContext, actor: Actor): Promise<Plan> {
      const view = expectOne(await withItems([context], actor));
      return { ...view, unconfirmedFindings: await countUnconfirmed(db, context.plan) };
    },
    /** One item of a plan's answer; null when the plan does not show it. */
    async item(context: PlanContext, actor: Actor, id: string): Promise<PlanItem | null> {
      const all = await listItems(db, [context.plan.id]);
      const rows = all.filter((row) => row.id === id);
      const { startDays } = planFigures(all, context.plan.settings);
      const evidence = { ...(await evidenceOf(rows)), sharing: await sharingOf([context.plan]), startDays };
      return itemViews(context, actor, rows, evidence)[0] ?? null;
    },
  };
}
