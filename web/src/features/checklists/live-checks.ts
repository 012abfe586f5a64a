import type { ChecklistItem } from '#contract/checklists.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';

/** A check as it is shown while an area is walked. */
export interface LiveCheck {
  id: string;
  title: string;
  /** What its failing means, or what a person noted. */
  description: string;
  /** What its failing is a finding of, as a word. */
  category: string;
  /** It has a result. */
  completed: boolean;
  /** The AI has seen something that speaks against it. */
  aiVerified: boolean;
  /** How sure the AI is, 0-100. */
  confidence: number | null;
  /** What the AI has seen, in a few words. */
  issue: string | null;
}

export const toLiveCheck = ({ id, title, critical, note, category, result, aiHint }: ChecklistItem): LiveCheck => ({
  id,
  title,
  description: note ?? (critical ? 'Critical when it fails' : ''),
  category: findingCategoryLabels[category],
  completed: result !== null,
  aiVerified: aiHint !== null,
  confidence: aiHint?.confidence ?? null,
  issue: aiHint?.issue ?? null,
});
