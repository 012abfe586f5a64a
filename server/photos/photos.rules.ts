import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import type { Analysis } from '#contract/analysis.ts';
import type { ServerEvent } from '#contract/events.ts';
import { photoFileUrl, photoPictureUrl, photoThumbnailUrl, type Photo } from '#contract/photos.ts';
import type { CompletionPhoto } from '#contract/plans.ts';
import { scoreFindings, type ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';

/**
 * Each file that may become the photo's original gets its own key, because two requests can register the photo at once.
 */
export const originalKeyOf = (photoId: string, fileId: string): string => `photos/${photoId}/original-${fileId}`;
export const copyKeysOf = (photoId: string) => ({
  preview: `photos/${photoId}/preview.webp`,
  thumbnail: `photos/${photoId}/thumbnail.webp`,
  print: `photos/${photoId}/print.jpg`,
});

export type CopyKeys = ReturnType<typeof copyKeysOf>;

export const photosChanged = (scope: Pick<Scope, 'areaSessionId' | 'reviewId'>): ServerEvent => ({
  type: 'photo_changed',
  payload: { areaSessionId: scope.areaSessionId, inspectionId: scope.reviewId },
});

/** The stored analysis of a photo whose analysis was given up. */
export function failedAnalysis(reason: string): Analysis {
  return {
    objects: [],
    labels: [],
    detectedIssues: [],
    overallConfidence: 0,
    complianceScore: null,
    imageQuality: { usable: false, reasons: [] },
    engine: { name: 'none', model: 'none', version: '0', durationMs: 0 },
    error: reason,
  };
}

/** The facts that make a photo a piece of evidence. */
export type PhotoEvidence = Pick<
  PhotoRow,
  | 'id'
  | 'filename'
  | 'marks'
  | 'sha256'
  | 'takenAt'
  | 'deviceClock'
  | 'uploadedAt'
  | 'latitude'
  | 'longitude'
  | 'source'
>;

/** Whether the photo proved finished work that was found wanting since, so that it is kept unchanged as evidence. */
export const isReportedProof = (
  { createdAt }: Pick<PhotoRow, 'createdAt'>,
  { wantingSince }: Pick<Scope, 'wantingSince'>,
): boolean => !!wantingSince && createdAt <= wantingSince;

/** The answer for a photo. Its score counts the findings that are open now; null when the photo cannot be scored. */
export function toPhoto(
  row: PhotoRow,
  view: { open: ScoredFinding[]; inspectionId: string | null; editable: boolean },
): Photo {
  const { aiAnalysis } = row;
  const current = aiAnalysis && { ...aiAnalysis, complianceScore: row.usable ? scoreFindings(view.open) : null };
  return {
    id: row.id,
    inspectionId: row.inspectionId ?? view.inspectionId,
    areaSessionId: row.areaSessionId,
    planItemId: row.planItemId,
    repairOf: row.repairOf,
    checkId: row.checkId,
    userId: row.userId,
    filename: row.filename,
    url: photoFileUrl(row.id),
    thumbnailUrl: photoThumbnailUrl(row.id),
    previewUrl: photoPictureUrl(row),
    pageCount: row.pageCount,
    text: row.text,
    category: row.category,
    description: row.description,
    building: row.building,
    floor: row.floor,
    room: row.room,
    marks: row.marks,
    voiceNote: row.voiceNote,
    width: row.width,
    height: row.height,
    sha256: row.sha256,
    source: row.source,
    takenAt: row.takenAt?.toISOString() ?? null,
    deviceClock: row.deviceClock,
    location:
      row.latitude !== null && row.longitude !== null ? { latitude: row.latitude, longitude: row.longitude } : null,
    filesDeletedAt: row.filesDeletedAt?.toISOString() ?? null,
    analysisStatus: row.analysisStatus,
    aiAnalysis: current,
    uploadedAt: row.uploadedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    abilities: { delete: view.editable, edit: view.editable },
  };
}

/** Whether the error means that copies of the photo can never be made, so that a retry is useless. */
export const cannotBeCopied = (error: unknown): boolean =>
  error instanceof PhotoRejected || error instanceof AnalysisFailed;

export const toCompletionPhoto = (row: PhotoRow): CompletionPhoto => ({
  id: row.id,
  url: photoFileUrl(row.id),
  thumbnailUrl: photoThumbnailUrl(row.id),
  takenAt: row.takenAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
