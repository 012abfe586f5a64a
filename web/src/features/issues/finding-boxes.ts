import { findingCategoryLabels, severities, type Severity } from '#contract/findings.ts';
import type { Issue } from '#contract/issues.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';

/** Neither dismissed nor resolved. */
export const isOpenIssue = ({ status }: Pick<Issue, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

export const worstSeverity = (issues: readonly Pick<Issue, 'severity'>[]): Severity | null =>
  severities.find((severity) => issues.some((issue) => issue.severity === severity)) ?? null;

/** "Mould 91": category and how sure the AI was; a person is sure. */
export const findingLabel = ({ category, aiConfidence, source }: Issue): string =>
  source === 'person' || aiConfidence === null
    ? findingCategoryLabels[category]
    : `${findingCategoryLabels[category]} ${Math.round(Number(aiConfidence))}`;

/** The boxes of findings that have one, in the colours of their severities. */
export const findingBoxes = (issues: readonly Issue[]): PhotoBox[] =>
  issues.flatMap((issue) =>
    issue.boundingBox ? [{ id: issue.id, ...issue.boundingBox, label: findingLabel(issue), tone: issue.severity }] : [],
  );
