import type { SeverityCounts } from '#contract/analytics.ts';
import { severities } from '#contract/finding-categories.ts';
import { severityText, totalOf } from '#web/features/analytics/texts.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';

/** The number of open findings, as one badge per severity. */
export function FindingCounts({ counts }: { counts: SeverityCounts }) {
  if (totalOf(counts) === 0) return <span className="text-ink-2">None</span>;
  return (
    <span className="flex flex-wrap gap-1">
      <span className="sr-only">{severityText(counts)}</span>
      {severities.map(
        (severity) =>
          counts[severity] > 0 && (
            <span key={severity} aria-hidden="true">
              <SeverityBadge severity={severity} count={counts[severity]} />
            </span>
          ),
      )}
    </span>
  );
}
