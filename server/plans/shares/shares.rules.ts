import type { Finding } from '#contract/findings.ts';
import type { PlanShare, SharedLine, SharedPlan } from '#contract/plan-shares.ts';
import { classOfSeverity } from '#contract/finding-categories.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import { phaseWindows, windowEnds } from '#contract/plan-phases.ts';
import { planSubject, shownPlanStatus } from '#contract/plans.ts';
import { zoneOf } from '#server/properties/zone.rules.ts';
import type { PlanItemRow, PlanVersionRow, VersionLine } from '#server/schema/plans.tables.ts';
import type { PlanShareRow } from '#server/schema/shares.tables.ts';
import type { PlanContext } from '../plans.repository.ts';
import { dueByPhase, lineOf, notSampled } from '../versions/versions.rules.ts';
import { undecidedOf } from '../workflow.rules.ts';
import type { NamedShare } from './shares.repository.ts';

export function stateOf(
  share: Pick<PlanShareRow, 'revokedAt' | 'expiresAt'>,
  makerMayRead: boolean,
  now: Date,
): PlanShare['state'] {
  if (share.revokedAt || !makerMayRead) return 'revoked';
  return share.expiresAt <= now ? 'expired' : 'open';
}

export const toPlanShare = ({ share, createdByName, makerMayRead }: NamedShare, now: Date): PlanShare => ({
  id: share.id,
  label: share.label,
  version: share.version,
  prices: share.prices,
  createdAt: share.createdAt.toISOString(),
  createdByName,
  expiresAt: share.expiresAt.toISOString(),
  revokedAt: share.revokedAt?.toISOString() ?? null,
  views: share.views,
  lastViewedAt: share.lastViewedAt?.toISOString() ?? null,
  state: stateOf(share, makerMayRead, now),
});

/** What a link shows of a plan. */
export interface Shown {
  lines: readonly VersionLine[];
  totalCost: number;
  costLines: { label: string; amount: number }[];
  estimatedDays: number;
  /** Whether a version of the plan was ever sent, and how many items of the current plan are undecided. */
  wasSent: boolean;
  pendingItems: number;
  /** The version that it shows; null for the current plan. */
  version: PlanVersionRow | null;
}
export interface ShownEvidence {
  items: ReadonlyMap<string, PlanItemRow>;
  /** The due dates of items that an accepted plan shows, by item id. */
  dueDates: ReadonlyMap<string, CalendarDate>;
  /** By item id; the first finding's photo represents all of them. */
  findings: ReadonlyMap<string, readonly Pick<Finding, 'photoId' | 'boundingBox' | 'photoMarks' | 'status'>[]>;
}

/** The lines that count, because a contractor must not price a rejected line. */
export const countedLines = (lines: readonly VersionLine[]): VersionLine[] =>
  lines.filter(({ excluded }) => excluded === null);

/** What a line says besides that there is nothing to say. */
const stated = (text: string | undefined, nothing: string): string | null =>
  text === undefined || text === nothing ? null : text;

/** Whether the item is still due as the line says, so that its date applies to the line. */
function isDueAsSent(line: VersionLine, item: PlanItemRow): boolean {
  const now = lineOf(item);
  return now.due === line.due && now.phase === line.phase && now.priority === line.priority;
}

/**
 * The due date, or until the plan is accepted the window of the line's phase, because outside readers do not know the
 * phases. Critical work that ends after its window is only made safe within it; an older line is judged by its days alone.
 */
function dueOf(line: VersionLine, { items, dueDates }: ShownEvidence): SharedLine['due'] {
  const { due, parts, priority, phase, days, endDay = days } = line;
  const [item, date] = [items.get(line.itemId), dueDates.get(line.itemId)];
  const sent = item && date && isDueAsSent(line, item) ? { date } : null;
  if (due !== undefined && due !== dueByPhase)
    return { at: sent ?? parts?.due ?? due, isWindow: false, isToMakeSafe: false };
  const window = phase ?? phaseWindows[classOfSeverity[priority]];
  const isToMakeSafe = window === phaseWindows.critical && endDay > windowEnds.critical;
  return { at: sent ?? window, isWindow: sent === null, isToMakeSafe };
}

type SharedContext = Pick<PlanContext, 'plan' | 'property' | 'area' | 'caseId' | 'propertyPlanStatus'>;

/** A version is never a draft, because it was sent. Only a brand decides on items. */
function draftOf(context: SharedContext, { version, wasSent, pendingItems }: Shown): SharedPlan['draft'] {
  if (version) return null;
  if (undecidedOf({ selfMade: context.caseId === null }, pendingItems) > 0) return 'undecided';
  const { status } = context.plan;
  const shown = shownPlanStatus({ status, propertyPlanStatus: context.propertyPlanStatus });
  return wasSent || shown !== 'draft' ? null : 'unsent';
}

export function toSharedPlan(
  context: SharedContext,
  share: Pick<PlanShareRow, 'prices' | 'expiresAt'>,
  shown: Shown,
  evidence: ShownEvidence,
): SharedPlan {
  const { plan, property, area, propertyPlanStatus } = context;
  const priced = <T>(amount: T): T | null => (share.prices ? amount : null);
  return {
    property: { name: property.name, city: property.city, state: property.state, timeZone: zoneOf(property) },
    subject: planSubject({ source: plan.source, area }),
    status: shownPlanStatus({ status: plan.status, propertyPlanStatus }),
    draft: draftOf(context, shown),
    version: shown.version?.number ?? null,
    sentAt: shown.version?.sentAt.toISOString() ?? null,
    acceptedAt: shown.version?.acceptedAt?.toISOString() ?? null,
    prices: share.prices,
    totalCost: priced(shown.totalCost),
    costLines: priced(shown.costLines),
    estimatedDays: shown.estimatedDays,
    expiresAt: share.expiresAt.toISOString(),
    lines: countedLines(shown.lines).map((line): SharedLine => {
      const findings = evidence.findings.get(line.itemId) ?? [];
      const [finding] = findings;
      return {
        id: line.itemId,
        title: line.title,
        action: line.action,
        condition: evidence.items.get(line.itemId)?.description || null,
        class: line.class ?? null,
        area: line.area,
        room: evidence.items.get(line.itemId)?.room ?? null,
        priority: line.priority,
        place: line.parts?.place ?? line.place ?? null,
        standard: stated(line.standard, 'none'),
        sample: line.parts?.sample ?? stated(line.sample, notSampled),
        quantity: line.parts?.quantity ?? line.quantity ?? null,
        due: dueOf(line, evidence),
        days: line.days,
        cost: priced(line.cost),
        completed: evidence.items.get(line.itemId)?.status === 'completed',
        unconfirmed: findings.some(({ status }) => status === 'pending'),
        photoId: finding?.photoId ?? null,
        boundingBox: finding?.boundingBox ?? null,
        marks: finding?.photoMarks ?? [],
      };
    }),
  };
}
