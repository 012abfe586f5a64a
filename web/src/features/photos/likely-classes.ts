import type { FindingCategory } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';

/** What the AI detected for a finding, which has the same id. */
export const detectedOf = ({ aiAnalysis }: Photo, finding: Finding | null) =>
  aiAnalysis?.detectedIssues.find(({ id }) => id === finding?.id);

/** The classes that the AI thinks likely: those of the finding, or for a new one those of the whole photo. */
export const likelyOf = (photo: Photo, finding: Finding | null): FindingCategory[] =>
  finding
    ? [finding.category, ...(detectedOf(photo, finding)?.alternatives ?? [])]
    : (photo.aiAnalysis?.detectedIssues ?? [])
        .toSorted((a, b) => b.confidence - a.confidence)
        .flatMap(({ category, alternatives = [] }) => [category, ...alternatives]);

/** The same for findings of a list of photos. */
export const likelyIn =
  (photos: readonly Photo[] = []) =>
  (finding: Finding): FindingCategory[] => {
    const photo = photos.find(({ id }) => id === finding.photoId);
    return photo ? likelyOf(photo, finding) : [];
  };
