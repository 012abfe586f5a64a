import type { BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import { severities, type Severity } from '#contract/finding-categories.ts';
import { isGivenAction, recommend } from './recommendations.rules.ts';

/** A defect with all its places on the photo; its box is the extent around them. */
export interface DetectedDefect extends DetectedIssue {
  places: BoundingBox[];
}

function enclosingBox(boxes: readonly BoundingBox[]): BoundingBox | undefined {
  if (boxes.length === 0) return undefined;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const worstOf = (group: readonly DetectedIssue[]): Severity =>
  severities.find((severity) => group.some((each) => each.severity === severity)) ?? 'low';

function mergeFindings(group: readonly DetectedIssue[]): DetectedDefect[] {
  const [surest] = group.toSorted((a, b) => b.confidence - a.confidence);
  if (!surest) return [];
  const places = group.flatMap(({ boundingBox }) => (boundingBox ? [boundingBox] : []));
  if (group.length === 1) return [{ ...surest, places }];
  const severity = worstOf(group);
  const { description, recommendedAction } = recommend(surest.category, severity);
  const given = group.find(isGivenAction)?.recommendedAction;
  return [
    {
      ...surest,
      severity,
      description: description.replace(/\.$/, ` in ${group.length} places.`),
      recommendedAction: given ?? recommendedAction,
      boundingBox: enclosingBox(places),
      places,
      // If both readers agree on one of its places, no question is asked.
      disagreement: group.every((each) => each.disagreement) ? surest.disagreement : undefined,
    },
  ];
}

/**
 * Merges the detected issues of each category on a photo into one finding: an engine draws a box around every patch,
 * but three patches of peeling paint on a wall are one defect with an extent. A user can add a second finding.
 */
export const defectsOfPhoto = (detected: readonly DetectedIssue[]): DetectedDefect[] =>
  [...Map.groupBy(detected, ({ category }) => category).values()].flatMap(mergeFindings);
