import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { FrameDetection } from '#contract/frames.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';

/**
 * Boxes for the AI's detections, dashed until a detection is confirmed. Findings that a person has dismissed are left
 * out.
 */
export const detectionBoxes = (seen: readonly FrameDetection[], dismissed: ReadonlySet<string>): PhotoBox[] =>
  seen
    .filter(({ issueId }) => issueId === null || !dismissed.has(issueId))
    .map(({ trackId, category, severity, confidence, boundingBox, confirmed }) => ({
      id: trackId,
      ...boundingBox,
      label: `${findingCategoryLabels[category]} ${Math.round(confidence)}`,
      tone: severity,
      tentative: !confirmed,
    }));
