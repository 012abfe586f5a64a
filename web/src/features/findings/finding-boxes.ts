import { findingCategoryLabels, severities, type Severity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';

/** Whether a finding is neither dismissed nor resolved. */
export const isOpenFinding = ({ status }: Pick<Finding, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

export const worstSeverity = (findings: readonly Pick<Finding, 'severity'>[]): Severity | null =>
  severities.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null;

/** "Mold 91": the category and the AI's confidence, which findings added by a person do not have. */
export const findingLabel = ({ category, aiConfidence, source }: Finding): string =>
  source === 'person' || aiConfidence === null
    ? findingCategoryLabels[category]
    : `${findingCategoryLabels[category]} ${Math.round(Number(aiConfidence))}`;

/**
 * The findings to draw on a photo: its own, those with the same defect on another photo, and those whose repair it
 * shows, each with its position on this photo.
 */
export const findingsOnPhoto = (findings: readonly Finding[], photoId: string): Finding[] =>
  findings.flatMap((finding) => {
    if (finding.photoId === photoId) return [finding];
    const part = finding.parts.find((each) => each.photoId === photoId);
    // A finding is edited only on its own photo, where its box is.
    const abilities = { edit: false, repair: false };
    if (part) return [{ ...finding, ...part, id: finding.id, abilities }];
    const repair = finding.repairs.find((each) => each.photoId === photoId);
    return repair ? [{ ...finding, photoId, boundingBox: repair.sight.boundingBox, places: [], abilities }] : [];
  });

/** The boxes of the findings that have one, colored by severity. */
export const findingBoxes = (findings: readonly Finding[]): PhotoBox[] =>
  findings.flatMap((finding) =>
    finding.boundingBox
      ? [{ id: finding.id, ...finding.boundingBox, label: findingLabel(finding), tone: finding.severity }]
      : [],
  );
