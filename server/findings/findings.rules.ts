import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import {
  openFindingStatuses,
  versionOf,
  type Finding,
  type FindingVersion,
  type findingInputSchema,
  type findingPatchSchema,
} from '#contract/findings.ts';
import { placeFields, type Place } from '#contract/places.ts';
import { photoFileUrl } from '#contract/photos.ts';
import { isGivenAction, recommend } from '#server/analysis/recommendations.rules.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import type { FindingContext } from './findings.repository.ts';
import { givenSeverity } from './raises.rules.ts';
import { toRepairPhoto, verdictOn } from './repairs.rules.ts';

/*
 * Finding: (the AI detects it) ──▶ pending ──(a user confirms or corrects it)──▶ confirmed
 *          (a user adds it, or a check fails) ──▶ confirmed
 *          pending, confirmed ──(a user dismisses it, or it is a duplicate)──▶ dismissed
 *          pending, confirmed ──(a user resolves it, its check passes, or its plan item is done)──▶ resolved
 *          dismissed, resolved ──(a user reopens it, or its check fails again)──▶ pending, confirmed
 */

export type FindingInput = z.output<typeof findingInputSchema>;
export type FindingPatch = z.output<typeof findingPatchSchema>;
export type PhotoOfFinding = Pick<PhotoRow, 'id' | 'areaSessionId' | 'inspectionId' | keyof Place>;

/** Admins may change findings at any time, the owner only while the work is open. */
export const mayEdit = (actor: Actor, scope: Scope): boolean =>
  actor.isAdmin || (scope.ownerId === actor.id && scope.open);

/** Only the owner may add photos, including photos of repairs, and only while the work is open. */
export const mayRepair = (actor: Actor, scope: Scope): boolean => scope.ownerId === actor.id && scope.open;

export const abilitiesOf = (actor: Actor, scope: Scope): Finding['abilities'] => ({
  edit: mayEdit(actor, scope),
  repair: mayRepair(actor, scope),
});

/** Whether nobody but the person who added it has decided on it. */
const isOnlyAdded = ({
  source,
  status,
  createdBy,
  decidedBy,
}: Pick<FindingRow, 'source' | 'status' | 'createdBy' | 'decidedBy'>): boolean =>
  source === 'person' && status === 'confirmed' && (decidedBy === null || decidedBy === createdBy);

/** `parts` are the findings merged into this one; `repairs` are the photos of its repair, newest first. */
export function toFinding(
  { finding, person, author, reviewId, photoMarks }: FindingContext,
  abilities: Finding['abilities'],
  { parts = [], repairs = [] }: { parts?: readonly FindingRow[]; repairs?: readonly PhotoRow[] } = {},
): Finding {
  const {
    createdBy: _createdBy,
    decidedAt: _decidedAt,
    changedAt: _changedAt,
    statusBefore: _statusBefore,
    ...fields
  } = finding;
  return {
    ...fields,
    photoMarks: photoMarks ?? [],
    disagreement: isUntouched(finding) ? finding.disagreement : null,
    inspectionId: finding.inspectionId ?? reviewId,
    addedBy: author ? displayName(author) : null,
    decidedBy: person ? displayName(person) : null,
    onlyAdded: isOnlyAdded(finding),
    createdAt: finding.createdAt.toISOString(),
    parts: parts.map(({ id, photoId, imageUrl, boundingBox, places }) => ({
      id,
      photoId,
      imageUrl,
      boundingBox,
      places,
    })),
    repairs: repairs.map((photo) => toRepairPhoto(finding, photo)),
    repairVerdict: verdictOn(repairs[0], finding),
    sameAs: [],
    sameAsEarlier: null,
    abilities,
  };
}

/** What the question 'Same defect?' shows of a finding of an earlier inspection. */
export const toEarlier = (finding: FindingRow | undefined): Finding['sameAsEarlier'] =>
  finding
    ? {
        id: finding.id,
        title: finding.title,
        photoId: finding.photoId,
        boundingBox: finding.boundingBox,
        createdAt: finding.createdAt.toISOString(),
      }
    : null;

/** Only an untouched AI finding may be replaced, so that users' decisions and edits survive. */
export const isUntouched = (finding: Pick<FindingRow, 'source' | 'status' | 'decidedBy' | 'changedAt'>): boolean =>
  finding.source === 'ai' && finding.status === 'pending' && finding.decidedBy === null && finding.changedAt === null;

/** Whether the program, not a user, dismissed the finding as a duplicate. */
export const isDuplicate = (finding: Pick<FindingRow, 'status' | 'decidedBy'>): boolean =>
  finding.status === 'dismissed' && finding.decidedBy === null;

/** Whether the row was made by this same request, which a device repeats when it received no answer. */
export const isSameInput = (row: FindingRow, input: FindingInput): boolean =>
  row.title === input.title &&
  row.description === input.description &&
  givenSeverity(row) === input.severity &&
  row.category === input.category &&
  (row.actionGiven ? row.recommendedAction : '') === (input.recommendedAction ?? '') &&
  placeFields.every((field) => input[field] === undefined || row[field] === (input[field] || null)) &&
  row.photoId === (input.photoId ?? null) &&
  row.videoTimestamp === (input.videoTimestamp ?? null) &&
  isDeepStrictEqual(row.boundingBox, input.boundingBox ?? null);

/** The action that was given, or else the usual advice. */
const actionOf = ({ category, severity }: Pick<FindingRow, 'category' | 'severity'>, given = '') => ({
  recommendedAction: given || recommend(category, severity).recommendedAction,
  actionGiven: given !== '',
});

/** A given action survives a change of severity, but not of category. */
function changedAction(finding: FindingRow, patch: FindingPatch) {
  const { category = finding.category, severity = finding.severity, recommendedAction } = patch;
  if (recommendedAction === undefined && !patch.category && !patch.severity) return {};
  const kept = finding.actionGiven && category === finding.category ? finding.recommendedAction : undefined;
  return actionOf({ category, severity }, recommendedAction ?? kept);
}

/** The row of a finding that a user adds, which needs no confirmation. */
export const rowOfInput = (
  { areaSessionId, inspectionId }: ScopeKey,
  input: FindingInput,
  { imageUrl, place, userId }: { imageUrl: string | null; place: Place | null; userId: string },
) => ({
  ...input,
  imageUrl,
  building: input.building === undefined ? (place?.building ?? null) : input.building || null,
  floor: input.floor === undefined ? (place?.floor ?? null) : input.floor || null,
  room: input.room === undefined ? (place?.room ?? null) : input.room || null,
  areaSessionId,
  inspectionId,
  source: 'person' as const,
  status: 'confirmed' as const,
  ...actionOf(input, input.recommendedAction),
  createdBy: userId,
  decidedBy: userId,
  decidedAt: new Date(),
});

/** The columns that a user's change writes. */
export function patchOf(
  finding: FindingRow,
  patch: FindingPatch,
  { userId, at }: { userId: string; at: Date },
): Partial<FindingRow> {
  const { boundingBox, category, description, recommendedAction, severity, title } = patch;
  const place = placeFields.map((field) => patch[field]);
  const words = [category, severity, title, description, recommendedAction, ...place, boundingBox];
  const corrects = words.some((given) => given !== undefined);
  // Merely correcting a finding does not replace the author of one that was added by hand.
  const decides = patch.status !== undefined || finding.source === 'ai' || !corrects;
  return {
    // The note names the original, so it no longer applies once the finding is reopened.
    ...(patch.status && isDuplicate(finding) && !finding.mergedInto ? { note: null } : {}),
    // Deciding about a merged finding separates it.
    ...(patch.status && finding.mergedInto ? { mergedInto: null, statusBefore: null } : {}),
    ...patch,
    // Recomputed afterwards by updateRaisedSeverities.
    ...(patch.severity ? { raisedFrom: null, raisedRooms: [] } : {}),
    // A box that a user draws covers the whole defect.
    ...(patch.boundingBox === undefined ? {} : { places: [] }),
    ...changedAction(finding, patch),
    // Correcting a pending finding confirms it.
    ...(corrects && !patch.status && finding.status === 'pending' ? { status: 'confirmed' } : {}),
    ...(decides ? { decidedBy: userId, decidedAt: at } : {}),
    changedAt: at,
  };
}

/**
 * The row of a finding that the AI detected on a photo; `videoTimestamp` is the second of the recording if the photo is
 * a still of one.
 */
export const rowOfDetected = (
  photo: PhotoOfFinding,
  detected: DetectedIssue & { places?: BoundingBox[] },
  videoTimestamp: number | null,
) => ({
  id: detected.id,
  areaSessionId: photo.areaSessionId,
  inspectionId: photo.inspectionId,
  photoId: photo.id,
  title: recommend(detected.category, detected.severity).title,
  description: detected.description,
  severity: detected.severity,
  category: detected.category,
  aiConfidence: detected.confidence.toFixed(2),
  imageUrl: photoFileUrl(photo.id),
  building: photo.building,
  floor: photo.floor,
  room: photo.room,
  videoTimestamp,
  boundingBox: detected.boundingBox ?? null,
  places: (detected.places?.length ?? 0) > 1 ? (detected.places ?? []) : [],
  disagreement: detected.disagreement ?? null,
  source: 'ai' as const,
  recommendedAction: detected.recommendedAction,
  actionGiven: isGivenAction(detected),
});

/** Whether a decision finds a closed finding again. A pending one still waits for a person, unless a person added it. */
export const isFoundAgain = (finding: Pick<FindingRow, 'status' | 'source'>, status: FindingPatch['status']): boolean =>
  !openFindingStatuses.includes(finding.status) &&
  (status === 'confirmed' || (status === 'pending' && finding.source === 'person'));

const normal = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : (value ?? null));

/** Whether a field to be changed has a stored value that the device has not seen and that differs from the new one. */
export function isEditedMeanwhile(finding: Finding, patch: FindingPatch, known: readonly FindingVersion[]): boolean {
  const current = versionOf(finding);
  const fields = (Object.keys(current) as (keyof FindingVersion)[]).filter((field) => patch[field] !== undefined);
  return fields.some((field) => {
    const expected = [patch[field], ...known.map((version) => version[field])];
    return !expected.some((value) => isDeepStrictEqual(normal(value), normal(current[field])));
  });
}
