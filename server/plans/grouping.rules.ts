import { singleRoomAreas } from '#contract/area-codes.ts';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { classOfSeverity, severityRank } from '#contract/finding-categories.ts';
import { largestAmount } from '#contract/money.ts';
import { placeFields, type Place } from '#contract/places.ts';
import { roomNumber } from '#contract/rooms.ts';
import { lineLimits, type CostUnit } from '#contract/plan-lines.ts';
import { calendarDays, priceFinding } from './plans.rules.ts';
import type { OpenFinding } from './sources.repository.ts';

/** A line of a plan: one action at one place for one or more findings, the most severe first. */
export interface PlannedLine extends ReturnType<typeof priceFinding> {
  findings: readonly [OpenFinding, ...OpenFinding[]];
  /** The names of all areas of its findings, such as 'Lobby, Pool'. */
  area: string | null;
  building: string | null;
  floor: string | null;
  room: string | null;
  areaSessionId: string | null;
}

/** Units of work on a whole room, however many findings it has. */
const roomUnits: readonly CostUnit[] = ['room', 'bathroom', 'key'];

type Priced = ReturnType<typeof priceFinding>;

/** Whether the finding's room is known: it was entered, or its area is a single room. */
const isInKnownRoom = ({ room, areaCode }: OpenFinding): boolean =>
  room !== null || (areaCode !== null && singleRoomAreas.includes(areaCode));

/**
 * Whether one unit repairs all findings at the place. That is true for a visit, and for work on a whole room that is
 * known.
 */
const isOneUnit = (finding: OpenFinding, unit: CostUnit): boolean =>
  unit === 'visit' || (roomUnits.includes(unit) && isInKnownRoom(finding));

const wordsOf = (text: string | null): string | null =>
  text?.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase() ?? null;

/** The same for all texts of one place: 'Room 312', '#312' and '312' are one room. */
const placeKey = (finding: OpenFinding, field: keyof Place): string | null =>
  (field === 'room' ? roomNumber(finding.room) : null) ?? wordsOf(finding[field]);

/** What all findings of a line have in common: a visit may serve several rooms of one building. */
const shared = (findings: readonly OpenFinding[], field: keyof Place): string | null =>
  findings.every((each) => findings[0] && placeKey(each, field) === placeKey(findings[0], field))
    ? (findings[0]?.[field] ?? null)
    : null;

/** The catalogue's work and the place of a finding. */
const workAt = (finding: OpenFinding, { category, unit, costLow, costHigh }: Priced) => ({
  work: [category, unit, costLow, costHigh],
  place: [finding.areaSessionId ?? finding.area, ...placeFields.map((field) => placeKey(finding, field))],
  // An engine words the same action anew for each photo; a person or a check that words another one means other work.
  otherAction: wordsOf(finding.source === 'ai' ? null : (finding.action ?? null)),
});

/** Findings with the same key are repaired by one unit: one photo shows one room, even if nobody entered which. */
function unitKey(finding: OpenFinding, line: Priced): OpenFinding | string {
  if (finding.photoId === null || !roomUnits.includes(line.unit) || isInKnownRoom(finding)) return finding;
  const { work, place, otherAction } = workAt(finding, line);
  return JSON.stringify([finding.photoId, ...work, ...place, otherAction]);
}

/** Units with the same key are repaired by one line; `finding` is the most severe of its unit. */
function lineKey(finding: OpenFinding, line: Priced): string {
  const { work, place, otherAction } = workAt(finding, line);
  // One visit serves the whole property.
  if (line.unit === 'visit') return JSON.stringify(work);
  if (isOneUnit(finding, line.unit)) return JSON.stringify([...work, ...place, otherAction]);
  // Pieces are counted in one line only if they have the same action, title and phase.
  const piece = [line.recommendedAction, line.title.trim().toLowerCase(), classOfSeverity[line.severity]];
  return JSON.stringify([...work, ...place, ...piece]);
}

/** Findings that one unit of work repairs, the most severe first. */
type Unit = PlannedLine['findings'];

const worstFirst = ([lead, ...others]: Unit): Unit => {
  const [first = lead, ...rest] = [lead, ...others].toSorted(
    (a, b) => severityRank(b.severity) - severityRank(a.severity),
  );
  return [first, ...rest];
};

const unitsOf = (findings: readonly OpenFinding[], keyOf: (finding: OpenFinding) => OpenFinding | string): Unit[] =>
  [...Map.groupBy(findings, keyOf).values()].flatMap(([lead, ...others]) =>
    lead ? [worstFirst([lead, ...others])] : [],
  );

/** The maximum number of units in one line, by its cost and days per unit. */
const mostUnits = ({ costHigh, daysOnSite }: Priced): number =>
  Math.max(
    1,
    Math.min(
      lineLimits.units,
      costHigh > 0 ? Math.floor(largestAmount / costHigh) : lineLimits.units,
      daysOnSite > 0 ? Math.floor(lineLimits.days / daysOnSite) : lineLimits.units,
    ),
  );

/** Every action that was given for the findings, the most severe finding's first, each once. */
const actionOf = (findings: PlannedLine['findings'], catalogue: readonly CostEntry[]): string => {
  const actions = findings.map((finding) => priceFinding(finding, catalogue).recommendedAction.trim());
  return actions
    .filter((action, index) => actions.findIndex((each) => wordsOf(each) === wordsOf(action)) === index)
    .join('; ');
};

function lineOf(units: readonly [Unit, ...Unit[]], catalogue: readonly CostEntry[]): PlannedLine {
  const findings = worstFirst([...units[0], ...units.slice(1).flat()]);
  const [first] = findings;
  const unit = priceFinding({ ...first, lifeSafety: findings.some(({ lifeSafety }) => lifeSafety) }, catalogue);
  const quantity = isOneUnit(first, unit.unit) ? 1 : units.length;
  const daysOnSite = Math.round(unit.daysOnSite * quantity * 100) / 100;
  const areas = [...new Set(findings.map(({ area }) => area).filter((area) => area !== null))];
  return {
    ...unit,
    findings,
    quantity,
    costLow: unit.costLow * quantity,
    costHigh: unit.costHigh * quantity,
    estimatedCost: unit.estimatedCost * quantity,
    daysOnSite,
    estimatedDays: calendarDays(daysOnSite),
    recommendedAction: actionOf(findings, catalogue),
    area: areas.join(', ') || null,
    building: shared(findings, 'building'),
    floor: shared(findings, 'floor'),
    room: areas.length > 1 ? null : shared(findings, 'room'),
    areaSessionId: first.areaSessionId,
  };
}

/**
 * Groups open findings into the lines of a plan: findings that one action at one place repairs are one line with a
 * quantity. One expert's visit serves all areas and rooms.
 */
export function groupFindings(findings: readonly OpenFinding[], catalogue: readonly CostEntry[]): PlannedLine[] {
  const units = unitsOf(findings, (finding) => unitKey(finding, priceFinding(finding, catalogue)));
  const lines = Map.groupBy(units, ([first]) => lineKey(first, priceFinding(first, catalogue)));
  return [...lines.values()].flatMap((group) => {
    const sorted = group.toSorted(([a], [b]) => severityRank(b.severity) - severityRank(a.severity));
    const [first] = sorted;
    if (!first) return [];
    const most = mostUnits(priceFinding(first[0], catalogue));
    const split: PlannedLine[] = [];
    for (let start = 0; start < sorted.length; start += most) {
      const [lead, ...others] = sorted.slice(start, start + most);
      if (lead) split.push(lineOf([lead, ...others], catalogue));
    }
    return split;
  });
}

/** The ids of the findings that an item's work repairs, the first finding first. */
export const findingIdsOf = ({
  issueId,
  furtherFindingIds,
}: {
  issueId: string | null;
  furtherFindingIds: readonly string[];
}): string[] => [...(issueId ? [issueId] : []), ...furtherFindingIds];

interface MatchableItem {
  id: string;
  issueId: string | null;
  furtherFindingIds: readonly string[];
}

/**
 * Matches existing items to the lines. Each line takes the item of its first finding, or else the unmatched item of
 * another of its findings, so that an item keeps its id while findings are added and removed.
 */
export function matchItems<Item extends MatchableItem>(lines: readonly PlannedLine[], items: readonly Item[]) {
  const byFirst = new Map(items.map((item) => [item.issueId, item]));
  const matched = new Map<PlannedLine, Item>();
  for (const line of lines) {
    const item = byFirst.get(line.findings[0].id);
    if (item) matched.set(line, item);
  }
  const taken = new Set([...matched.values()].map(({ id }) => id));
  for (const line of lines.filter((each) => !matched.has(each))) {
    const ids = new Set(line.findings.map(({ id }) => id));
    const item = items.find((each) => !taken.has(each.id) && findingIdsOf(each).some((id) => ids.has(id)));
    if (!item) continue;
    matched.set(line, item);
    taken.add(item.id);
  }
  return { matched, unmatched: items.filter(({ id }) => !taken.has(id)) };
}
