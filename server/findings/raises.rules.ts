import { severities, severityRank, type Severity } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { roomInBuilding } from '#contract/places.ts';
import { roomNumber } from '#contract/rooms.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';

/** A defect in this many guest rooms of a run is raised one severity class (docs/specification/domain.md). */
export const raisedFromRooms = 3;

type Weighed = Pick<
  FindingRow,
  'id' | 'category' | 'severity' | 'status' | 'building' | 'room' | 'raisedFrom' | 'raisedRooms'
>;
export type Raise = Pick<FindingRow, 'severity' | 'raisedFrom' | 'raisedRooms'>;

/** The severity that a user or the AI gave, before it was raised. */
export const givenSeverity = ({ severity, raisedFrom }: Pick<FindingRow, 'severity' | 'raisedFrom'>): Severity =>
  raisedFrom ?? severity;

const nextSeverity = (severity: Severity): Severity =>
  severities.find((other) => severityRank(other) === severityRank(severity) + 1) ?? severity;

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * The changes of severity among the findings of a run's guest rooms, by finding id. Findings of a category that is open
 * in three or more rooms are raised one class; the others get back the severity they were given. Critical findings stay
 * critical.
 */
export function raisedSeveritiesOf(findings: readonly Weighed[]): Map<string, Raise> {
  const rooms = new Map<string, Set<string>>();
  const roomOf = (finding: Weighed) =>
    openFindingStatuses.includes(finding.status) ? roomNumber(roomInBuilding(finding)) : null;
  for (const finding of findings) {
    const room = roomOf(finding);
    if (room) rooms.set(finding.category, (rooms.get(finding.category) ?? new Set()).add(room));
  }
  const changed = new Map<string, Raise>();
  for (const finding of findings) {
    const room = roomOf(finding);
    const given = givenSeverity(finding);
    const all = rooms.get(finding.category) ?? new Set<string>();
    const isRaised = room !== null && all.size >= raisedFromRooms && given !== 'critical';
    const raise: Raise = isRaised
      ? {
          severity: nextSeverity(given),
          raisedFrom: given,
          raisedRooms: [...all].filter((other) => other !== room).sort(byNumber.compare),
        }
      : { severity: given, raisedFrom: null, raisedRooms: [] };
    if (finding.severity !== raise.severity || finding.raisedRooms.join() !== raise.raisedRooms.join())
      changed.set(finding.id, raise);
  }
  return changed;
}
