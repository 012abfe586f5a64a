import { missingEvidence, type Coverage } from '#contract/coverage.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { phaseWindows } from '#contract/plan-phases.ts';
import { plural } from '#contract/texts.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { formatPercent } from '#web/lib/format.ts';
import { scoreInk, scoreTone } from '#web/ui/badge.tsx';
import { StatCard } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface FiguresProps {
  /** Undefined while they are loading. */
  photos: readonly Photo[] | undefined;
  findings: readonly Finding[] | undefined;
  /**
   * The inspection's score. It also counts findings that people added and is capped by the most severe open finding.
   */
  complianceScore: number | null;
  coverage: Coverage;
}

const scoresOf = (photos: readonly Photo[]): number[] =>
  photos.flatMap(({ aiAnalysis }) => (aiAnalysis?.complianceScore ? [aiAnalysis.complianceScore.overall] : []));

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The key figures. Avg Compliance is the average of the photos' scores. */
export function ReviewFigures({ photos, findings, complianceScore, coverage }: FiguresProps) {
  const open = findings?.filter(isOpenFinding) ?? [];
  const critical = open.filter(({ severity }) => severity === 'critical').length;
  const scores = scoresOf(photos ?? []);
  const score = average(scores);
  const pending = photos?.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0;
  const confirmed = open.filter(({ status }) => status === 'confirmed').length;
  return (
    <section aria-label="Summary" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Photos"
        value={photos?.length}
        hint={
          pending > 0 ? (
            <span role="status" className="flex items-center gap-1.5">
              <Spinner className="size-3.5" />
              Analyzing {plural(pending, 'photo')}…
            </span>
          ) : photos?.length === 0 ? (
            'none yet'
          ) : (
            `${scores.length} analyzed`
          )
        }
      />
      <StatCard label="Total Issues" value={findings && open.length} hint={`${confirmed} confirmed`} />
      <StatCard
        label="Critical Issues"
        value={findings && critical}
        tone={critical > 0 ? 'critical' : undefined}
        hint={critical > 0 ? `due in ${phaseWindows.critical}` : 'nothing urgent'}
      />
      <StatCard
        label="Avg Compliance"
        value={
          photos && (
            <span className={score === null ? undefined : scoreInk[scoreTone(score)]}>{formatPercent(score)}</span>
          )
        }
        hint={
          score === null
            ? 'no photo can be judged'
            : `average of ${plural(scores.length, 'photo')} · inspection ${complianceScore === null ? `not scored: ${missingEvidence(coverage)} missing` : formatPercent(complianceScore)}`
        }
      />
    </section>
  );
}
