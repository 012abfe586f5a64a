import type { AreaSession } from '#contract/areas.ts';
import { severities, severityLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { ScoreArithmetic } from '#web/features/areas/components/score-arithmetic.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { formatPercent } from '#web/lib/format.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Card, StatCard } from '#web/ui/card.tsx';
import { CoverageLines } from '#web/ui/coverage-lines.tsx';
import { ScoreCard } from '#web/ui/score.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface AreaSummaryProps {
  areaSession: AreaSession;
  /** Undefined while they are loading. */
  photos: readonly Photo[] | undefined;
  findings: readonly Finding[] | undefined;
}

/** The average confidence of the analyses, 0-100; null without any. */
function averageConfidence(photos: readonly Pick<Photo, 'aiAnalysis'>[]): number | null {
  const sure = photos.flatMap(({ aiAnalysis }) =>
    aiAnalysis && !aiAnalysis.error ? [aiAnalysis.overallConfidence] : [],
  );
  return sure.length === 0 ? null : sure.reduce((sum, value) => sum + value, 0) / sure.length;
}

/** The key figures of the area, and the calculation of its score. */
export function AreaSummary({ areaSession, photos, findings }: AreaSummaryProps) {
  const open = findings?.filter(isOpenFinding) ?? [];
  const analyzed = photos?.filter(({ analysisStatus }) => analysisStatus === 'done').length ?? 0;
  const pending = photos?.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0;
  return (
    <section aria-label={t('Summary')} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard
          label={t('Photos Analyzed')}
          value={photos && analyzed}
          hint={
            pending > 0 ? (
              <span role="status" className="flex items-center gap-1.5">
                <Spinner className="size-3.5" />
                {t('AI analysis pending...')}
              </span>
            ) : (
              t('of {photos} taken', { photos: photos?.length ?? 0 })
            )
          }
        />
        <StatCard
          label={t('Issues Detected')}
          value={findings && open.length}
          hint={t('{confirmed} confirmed', { confirmed: open.filter(({ status }) => status === 'confirmed').length })}
        />
        <StatCard label={t('Average AI Confidence')} value={photos && formatPercent(averageConfidence(photos))} />
        <ScoreCard
          label={t('Compliance Score')}
          score={photos && areaSession.complianceScore}
          coverage={areaSession.coverage}
          details={<CoverageLines coverage={areaSession.coverage} />}
        />
      </div>
      <Card className="px-[18px] py-3">
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <span className="me-1 text-small text-ink-2">{t('Issues by severity')}</span>
          {severities.map((severity) => {
            const count = open.filter((finding) => finding.severity === severity).length;
            return count === 0 ? (
              <Badge key={severity} tone="outline">
                0 {severityLabels[severity]}
              </Badge>
            ) : (
              <SeverityBadge key={severity} severity={severity} count={count} />
            );
          })}
        </div>
        {areaSession.complianceScore !== null && <ScoreArithmetic areaSessionId={areaSession.id} />}
      </Card>
    </section>
  );
}
