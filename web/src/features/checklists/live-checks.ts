import type { ChecklistItem } from '#contract/checklists.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';

/** A check in the shape that the specification defines for the live checklist. */
export interface LiveCheck {
  id: string;
  title: string;
  /** "Critical item", or a person's note. */
  description: string;
  /** The category, as text, of the finding that failing the check adds. */
  category: string;
  /** Whether the check has an answer. */
  completed: boolean;
  /** The AI detected something that suggests a failed check. */
  aiVerified: boolean;
  /** The AI confidence, 0-100. */
  confidence: number | null;
  /** What the AI detected, in a few words. */
  issue: string | null;
}

export const toLiveCheck = ({ id, title, critical, note, category, result, aiHint }: ChecklistItem): LiveCheck => ({
  id,
  title,
  description: note ?? (critical ? t('Critical item') : ''),
  category: findingCategoryLabels[category],
  completed: result !== null,
  aiVerified: aiHint !== null,
  confidence: aiHint?.confidence ?? null,
  issue: aiHint?.issue ?? null,
});
