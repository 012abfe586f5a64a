import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { Finding, findingInputSchema, findingPatchSchema } from '#contract/findings.ts';
import { photoFileUrl } from '#contract/photos.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import type { ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import type { FindingContext } from './findings.repository.ts';

export type FindingInput = z.output<typeof findingInputSchema>;
export type FindingPatch = z.output<typeof findingPatchSchema>;
export type PhotoOfFinding = Pick<PhotoRow, 'id' | 'areaSessionId' | 'inspectionId'>;

/** The owner while the work is open, and an admin at any time, may change findings. */
export const mayEdit = (actor: Actor, scope: Scope): boolean =>
  actor.isAdmin || (scope.ownerId === actor.id && scope.open);

export const toScored = (
  finding: Pick<FindingRow, 'severity' | 'category' | 'aiConfidence' | 'source' | 'status'>,
): ScoredFinding => ({
  severity: finding.severity,
  category: finding.category,
  source: finding.source,
  confirmed: finding.status === 'confirmed',
  confidence: Number(finding.aiConfidence ?? 100),
});

export function toFinding({ finding, person, reviewId }: FindingContext, edit: boolean): Finding {
  const { decidedAt: _decidedAt, changedAt: _changedAt, ...fields } = finding;
  return {
    ...fields,
    inspectionId: finding.inspectionId ?? reviewId,
    decidedBy: person ? displayName(person) : null,
    createdAt: finding.createdAt.toISOString(),
    abilities: { edit },
  };
}

/** A person's decision or change stands; only an untouched AI finding may be replaced by a new analysis. */
export const isUntouched = (finding: Pick<FindingRow, 'source' | 'status' | 'decidedBy'>): boolean =>
  finding.source === 'ai' && finding.status === 'pending' && finding.decidedBy === null;

/** The program, not a person, dismissed it as the duplicate of another one. */
export const isDuplicate = (finding: Pick<FindingRow, 'status' | 'decidedBy'>): boolean =>
  finding.status === 'dismissed' && finding.decidedBy === null;

/** Whether a row is what this input once made: a request that is sent again after an answer was lost. */
export const isSameInput = (row: FindingRow, input: FindingInput): boolean =>
  row.title === input.title &&
  row.description === input.description &&
  row.severity === input.severity &&
  row.category === input.category &&
  row.photoId === (input.photoId ?? null) &&
  isDeepStrictEqual(row.boundingBox, input.boundingBox ?? null);

/** What a person's change writes. */
export function patchOf(
  finding: FindingRow,
  patch: FindingPatch,
  { userId, at }: { userId: string; at: Date },
): Partial<FindingRow> {
  const { category = finding.category, severity = finding.severity } = patch;
  const words = [patch.category, patch.severity, patch.title, patch.description, patch.boundingBox];
  const corrects = words.some((given) => given !== undefined);
  // Whoever added a finding by hand stays its author when it is only corrected.
  const decides = patch.status !== undefined || finding.source === 'ai' || !corrects;
  return {
    // Its note says of which finding it is the duplicate, which is wrong once it is brought back.
    ...(patch.status && isDuplicate(finding) ? { note: null } : {}),
    ...patch,
    // A box that a person draws is the whole extent.
    ...(patch.boundingBox === undefined ? {} : { places: [] }),
    ...(patch.category || patch.severity ? { recommendedAction: recommend(category, severity).recommendedAction } : {}),
    // What a person corrected is no longer a suggestion.
    ...(corrects && !patch.status && finding.status === 'pending' ? { status: 'confirmed' } : {}),
    ...(decides ? { decidedBy: userId, decidedAt: at } : {}),
    changedAt: at,
  };
}

/** What the AI found on a photo as a row, `videoTimestamp` seconds into the recording where the photo is a still of one. */
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
  videoTimestamp,
  boundingBox: detected.boundingBox ?? null,
  places: (detected.places?.length ?? 0) > 1 ? (detected.places ?? []) : [],
  source: 'ai' as const,
  recommendedAction: detected.recommendedAction,
});
