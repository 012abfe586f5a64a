import type { Analysis } from '#contract/analysis.ts';
import type { Photo } from '#contract/photos.ts';
import { scoreFindings, type ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { PhotoRow } from './photos.tables.ts';

export const fileUrl = (photoId: string): string => `/api/photos/${photoId}/file`;
export const thumbnailUrl = (photoId: string): string => `/api/photos/${photoId}/thumbnail`;
export const keysOf = (photoId: string) => ({
  original: `photos/${photoId}/original`,
  preview: `photos/${photoId}/preview.webp`,
  thumbnail: `photos/${photoId}/thumbnail.webp`,
});

export const isDocument = (photo: Pick<PhotoRow, 'contentType'>): boolean => photo.contentType === 'application/pdf';

/** A large picture of a photo; of a PDF its first page. One address for one picture, so that a browser fetches it once. */
export const pictureUrl = (photo: Pick<PhotoRow, 'id' | 'contentType'>): string =>
  isDocument(photo) ? `/api/photos/${photo.id}/preview` : fileUrl(photo.id);

/** What is stored of a photo whose analysis was tried and given up. */
export function failedAnalysis(reason: string): Analysis {
  return {
    objects: [],
    labels: [],
    detectedIssues: [],
    overallConfidence: 0,
    complianceScore: {
      overall: 0,
      safety: 0,
      condition: 0,
      maintenance: 0,
      breakdown: { criticalIssues: 0, majorIssues: 0, minorIssues: 0 },
    },
    imageQuality: { usable: false, reasons: [] },
    engine: { name: 'none', model: 'none', version: '0', durationMs: 0 },
    error: reason,
  };
}

/** A photo as it is shown: its score is that of the findings that are open now. */
export function toPhoto(
  row: PhotoRow,
  view: { open: ScoredFinding[]; inspectionId: string | null; deletable: boolean },
): Photo {
  const { aiAnalysis } = row;
  const current =
    aiAnalysis && !aiAnalysis.error ? { ...aiAnalysis, complianceScore: scoreFindings(view.open) } : aiAnalysis;
  return {
    id: row.id,
    inspectionId: row.inspectionId ?? view.inspectionId,
    areaSessionId: row.areaSessionId,
    userId: row.userId,
    filename: row.filename,
    url: fileUrl(row.id),
    thumbnailUrl: thumbnailUrl(row.id),
    previewUrl: pictureUrl(row),
    pageCount: row.pageCount,
    text: row.text,
    category: row.category,
    description: row.description,
    width: row.width,
    height: row.height,
    sha256: row.sha256,
    source: row.source,
    takenAt: row.takenAt?.toISOString() ?? null,
    location:
      row.latitude !== null && row.longitude !== null ? { latitude: row.latitude, longitude: row.longitude } : null,
    analysisStatus: row.analysisStatus,
    aiAnalysis: current,
    uploadedAt: row.uploadedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    abilities: { delete: view.deletable },
  };
}
