import type { Severity } from '#contract/findings.ts';

export const markColours: Record<Severity, string> = {
  critical: 'bg-critical',
  high: 'bg-high',
  medium: 'bg-medium',
  low: 'bg-low',
};
