import { randomInt } from 'node:crypto';
import type { InspectionCase } from '#contract/cases.ts';
import { dueTimestamp } from '#contract/due-dates.ts';
import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';
import type { RequirementDetails } from '#contract/requirements.ts';
import type { CaseRequirementRow, CaseRow } from '#server/schema/cases.tables.ts';

/*
 * pending ──(its run starts)──▶ in_progress ──(all applicable areas approved)──▶ completed
 *    │                               ▲──(the last approval is taken back at once)──┘
 *    ├──(an admin cancels)──▶ cancelled
 *    └──(still pending N days past due)──▶ expired
 */

/** Letters and digits that are not easily confused: without 0, O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** CASE-YYYYMMDD-XXXX with the UTC date of creation; the end is random, so the next number cannot be guessed. */
export function newCaseNumber(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const end = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `CASE-${day}-${end}`;
}

/** Normalizes a typed case number: upper case, no spaces. */
export const normalizeCaseNumber = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase();

export const isOpen = ({ status }: Pick<CaseRow, 'status'>): boolean =>
  status === 'pending' || status === 'in_progress';

/** The link at which an owner continues with a case. */
export const setupLink = ({ caseNumber }: Pick<CaseRow, 'caseNumber'>): string =>
  `/inspection-setup?caseNumber=${caseNumber}`;

export interface AreaState {
  status: AreaSessionStatus;
  review: InspectionStatus | null;
}

/** The status of a case's inspection: the worst state among its applicable areas. Null without a run. */
export function caseInspectionStatus(areas: readonly AreaState[] | null): InspectionStatus | null {
  if (areas === null) return null;
  const applicable = areas.filter((area) => area.status !== 'not_applicable');
  if (applicable.some((area) => area.review === 'requires_action')) return 'requires_action';
  if (applicable.length > 0 && applicable.every((area) => area.review === 'approved')) return 'approved';
  if (applicable.length > 0 && applicable.every((area) => area.status === 'completed')) return 'pending_review';
  return 'in_progress';
}

export interface CaseProgress {
  runId: string;
  /** The latest inspection record of the run; null before the first area was completed. */
  inspectionId: string | null;
  areas: AreaState[];
}

/** The requirements of a case with their areas. A requirement without a row is about the whole property. */
export function requirementsOf(
  { requirements }: Pick<CaseRow, 'requirements'>,
  rows: readonly CaseRequirementRow[],
): RequirementDetails[] {
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return requirements.map((text, position) => {
    const { area = null, photoRequired = false, dueDate = null } = byPosition.get(position) ?? {};
    return { text, area, photoRequired, dueDate };
  });
}

/** The rows of the requirements that have more details than their text. */
export const requirementRows = (caseId: string, requirements: readonly RequirementDetails[]): CaseRequirementRow[] =>
  requirements.flatMap(({ area, photoRequired, dueDate }, position) =>
    area !== null || photoRequired || dueDate !== null ? [{ caseId, position, area, photoRequired, dueDate }] : [],
  );

export function toCase(
  row: CaseRow,
  progress: CaseProgress | null,
  requirements: readonly CaseRequirementRow[],
): InspectionCase {
  const { onboardingChecklist: _checklist, notApplicableAreas: _areas, ...fields } = row;
  return {
    ...fields,
    requirementDetails: requirementsOf(row, requirements),
    dueDate: dueTimestamp(row.dueDate),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    inspectionId: progress?.inspectionId ?? null,
    inspectionStatus: caseInspectionStatus(progress?.areas ?? null),
  };
}
