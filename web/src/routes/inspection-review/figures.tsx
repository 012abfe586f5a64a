import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { t } from '#contract/language.ts';
import { dueWindows } from '#contract/plan-phases.ts';
import { plural } from '#contract/texts.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { isClear, isOnlyUnflagged, type ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import { formatScore } from '#web/lib/format.ts';
import { StatCard } from '#web/ui/card.tsx';
import { CoverageLines } from '#web/ui/coverage-lines.tsx';
import { scoreInk, scoreTone } from '#web/ui/score.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface FiguresProps {
  /** Undefined while they are loading. */
  photos: readonly Photo[] | undefined;
  findings: readonly Finding[] | undefined;
  /**
   * The inspection. Its score also counts findings that people added and is capped by the most severe open finding.
   */
  scored: ScoredScope;
}

const scoresOf = (photos: readonly Photo[]): number[] =>
  photos.flatMap(({ aiAnalysis }) => (aiAnalysis?.complianceScore ? [aiAnalysis.complianceScore.overall] : []));

const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function PhotosScore({ score, scope }: { score: number | null; scope: ScoredScope }) {
  if (score === null) return formatScore(score);
  if (isOnlyUnflagged(score, scope)) return t('Nothing flagged');
  return <span className={scoreInk[scoreTone(score, isClear(scope))]}>{formatScore(score)}</span>;
}

/** The key figures. Avg Compliance is the average of the photos' scores. */
export function ReviewFigures({ photos, findings, scored }: FiguresProps) {
  const { complianceScore } = scored;
  const open = findings?.filter(isOpenFinding) ?? [];
  const critical = open.filter(({ severity }) => severity === 'critical').length;
  const scores = scoresOf(photos ?? []);
  const score = average(scores);
  const pending = photos?.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0;
  const confirmed = open.filter(({ status }) => status === 'confirmed').length;
  return (
    <section aria-label={t('Summary')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label={t('Photos')}
        value={photos?.length}
        hint={
          pending > 0 ? (
            <span role="status" className="flex items-center gap-1.5">
              <Spinner className="size-3.5" />
              {t('Analyzing {photos}…', { photos: plural(pending, 'photo') })}
            </span>
          ) : photos?.length === 0 ? (
            t('none yet')
          ) : (
            t('{analyzed} analyzed', { analyzed: scores.length })
          )
        }
      />
      <StatCard
        label={t('Total Issues')}
        value={findings && open.length}
        hint={t('{confirmed} confirmed', { confirmed })}
      />
      <StatCard
        label={t('Critical Issues')}
        value={findings && critical}
        tone={critical > 0 ? 'critical' : undefined}
        hint={critical > 0 ? dueWindows.critical : t('nothing urgent')}
      />
      <StatCard
        label={t('Avg Compliance')}
        value={photos && <PhotosScore score={score} scope={scored} />}
        hint={
          <>
            {score === null
              ? t('no photo can be judged')
              : isOnlyUnflagged(score, scored)
                ? t('in {photos}', { photos: plural(scores.length, 'photo') })
                : t('average of {photos}', { photos: plural(scores.length, 'photo') })}
            {complianceScore !== null && t(' · inspection {score}', { score: formatScore(complianceScore) })}
            <CoverageLines coverage={scored.coverage} />
          </>
        }
      />
    </section>
  );
}
