import type { BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { Finding, RepairPhoto, RepairSight } from '#contract/findings.ts';
import { photoFileUrl, photoThumbnailUrl } from '#contract/photos.ts';
import { intersection } from '#contract/vision/overlap.ts';
import { defectClasses } from '#server/analysis/surface-classes.rules.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';

type Repaired = Pick<FindingRow, 'category' | 'boundingBox' | 'aiConfidence'>;
type RepairedPhoto = Pick<PhotoRow, 'analysisStatus' | 'aiAnalysis'>;

/** How far a photo taken by hand over the ghost image may be off, as a fraction of the picture. */
const aimedWithin = 0.1;
/** The shared part of the smaller box from which two boxes count as the same place. */
const sharedFrom = 0.3;

/** The box with a margin for an unsteady hand. */
function widened({ x, y, width, height }: BoundingBox): BoundingBox {
  const [left, top] = [Math.max(0, x - aimedWithin), Math.max(0, y - aimedWithin)];
  const right = Math.min(1, x + width + aimedWithin);
  const bottom = Math.min(1, y + height + aimedWithin);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Whether a box on the repair photo is at the place of the finding. When either box is missing, every place matches.
 */
function isAtPlace(place: BoundingBox | null, box: BoundingBox | undefined): boolean {
  if (!place || !box) return true;
  const smaller = Math.min(place.width * place.height, box.width * box.height);
  return intersection(widened(place), box) >= sharedFrom * smaller;
}

/** Whether the engine sees the same defect at the place of the finding. */
export const isStillThere = (finding: Repaired, issue: DetectedIssue): boolean =>
  issue.category === finding.category && isAtPlace(finding.boundingBox, issue.boundingBox);

const nothing = { category: null, confidence: null, boundingBox: null, doubt: null };
const unclear = (doubt: RepairSight['doubt']): RepairSight => ({ ...nothing, outcome: 'unclear', doubt });

/** Whether the engine can detect the category. A model service may report any category. */
const canDetect = (category: string, engine: string): boolean =>
  engine !== 'builtin' || (defectClasses as readonly string[]).includes(category);

/** What the engine sees at the place of a finding on a photo of its repair. A user decides, never the engine. */
export function sightOf(finding: Repaired, { analysisStatus, aiAnalysis }: RepairedPhoto): RepairSight {
  if (analysisStatus === 'pending') return { ...nothing, outcome: 'waiting' };
  if (analysisStatus !== 'done' || !aiAnalysis || aiAnalysis.error) return unclear('not_analyzed');
  const { detectedIssues, engine, imageQuality } = aiAnalysis;
  const surest = detectedIssues.toSorted((a, b) => b.confidence - a.confidence);
  const still = surest.find((issue) => isStillThere(finding, issue));
  const other = surest.find(({ boundingBox }) => finding.boundingBox && isAtPlace(finding.boundingBox, boundingBox));
  const seen = still ?? other;
  if (seen)
    return {
      outcome: still ? 'still' : 'other',
      category: seen.category,
      confidence: seen.confidence,
      boundingBox: seen.boundingBox ?? null,
      doubt: null,
    };
  if (!imageQuality.usable) return unclear('poor_photo');
  // An engine that never reported the defect proves nothing by not seeing it.
  if (finding.aiConfidence === null || !canDetect(finding.category, engine.name)) return unclear('never_seen');
  return { ...nothing, outcome: 'none' };
}

export const toRepairPhoto = (finding: Repaired, photo: PhotoRow): RepairPhoto => ({
  photoId: photo.id,
  imageUrl: photoFileUrl(photo.id),
  thumbnailUrl: photoThumbnailUrl(photo.id),
  takenAt: photo.takenAt?.toISOString() ?? null,
  createdAt: photo.createdAt.toISOString(),
  sight: sightOf(finding, photo),
});

/** A user's decision since the newest photo of the repair, or null. */
export function verdictOn(
  newest: Pick<PhotoRow, 'createdAt'> | undefined,
  { decidedAt, status }: Pick<FindingRow, 'decidedAt' | 'status'>,
): Finding['repairVerdict'] {
  if (!newest || !decidedAt || decidedAt < newest.createdAt) return null;
  return status === 'resolved' ? 'resolved' : status === 'confirmed' ? 'still_there' : null;
}
