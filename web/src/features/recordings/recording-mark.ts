import type { Severity } from '#contract/finding-categories.ts';

/** A finding with its second in the inspection's timeline. */
export interface RecordingMark {
  seconds: number;
  label: string;
  severity: Severity;
}

export const markColors: Record<Severity, string> = {
  critical: 'bg-critical',
  high: 'bg-high',
  medium: 'bg-medium',
  low: 'bg-low',
};
