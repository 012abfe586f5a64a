import { CircleAlert, Sparkles } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Analysis } from '#contract/analysis.ts';
import { scoreDimensions } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { findingText } from '#web/features/findings/finding-texts.ts';
import { readersText } from '#web/features/photos/engine-texts.ts';
import { qualityText } from '#web/features/photos/quality.ts';
import { formatPercent, formatScore } from '#web/lib/format.ts';
import { Badge, ConfidenceBadge, confidenceTone, SeverityBadge } from '#web/ui/badge.tsx';
import { DocumentCard, documentLine } from '#web/features/photos/components/document-card.tsx';
import {
  isClear,
  isOnlyUnflagged,
  PhotoScore,
  type ScoredScope,
} from '#web/features/photos/components/photo-score.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { scoreTone } from '#web/ui/score.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const maxObjects = 8;
const maxLabels = 10;
/** The dimensions of a score; none where the score would only say that nothing was flagged. */
const dimensionScores = (score: Analysis['complianceScore'], scope: ScoredScope) =>
  score && !isOnlyUnflagged(score.overall, scope)
    ? scoreDimensions.map((dimension) => [dimension, score[dimension]] as const)
    : [];

type CardPhoto = Pick<Photo, 'analysisStatus' | 'aiAnalysis' | 'pageCount' | 'text' | 'url'>;

function NoAnalysis({ photo }: { photo: CardPhoto }) {
  if (photo.analysisStatus === 'failed' || photo.aiAnalysis?.error)
    return (
      <p className="flex items-center gap-2 text-critical">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t('AI analysis failed')}
      </p>
    );
  if (photo.analysisStatus === 'off') return <p className="text-ink-2">{t('AI analysis is off.')}</p>;
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2">
      <Spinner className="size-4" />
      {t('AI analysis pending...')}
    </p>
  );
}

/** Names with their confidence as badges; further ones are counted as '+N more'. */
function NamedList({
  title,
  entries,
  limit,
  children,
}: {
  title: string;
  entries: readonly { name: string; confidence: number }[];
  limit: number;
  children?: ReactNode;
}) {
  const [all, setAll] = useState(false);
  const hidden = entries.length - limit;
  return (
    <section className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-small font-semibold text-ink-2">{title}</h3>
        {children}
      </div>
      {entries.length === 0 ? (
        <p className="text-small text-ink-2">{t('None')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {entries.slice(0, all ? undefined : limit).map((entry, index) => (
            // Objects of one kind have the same name, so the index is part of the key.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${entry.name} ${index}`}>
              <Badge tone={confidenceTone(entry.confidence)}>
                {t(entry.name)} {Math.round(entry.confidence)}
              </Badge>
            </li>
          ))}
          {hidden > 0 && !all && (
            <li>
              <button type="button" onClick={() => setAll(true)} className="rounded-full touch:-my-2.5 touch:py-2.5">
                <Badge tone="outline">{t('+{hidden} more', { hidden })}</Badge>
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface AiAnalysisCardProps {
  photo: CardPhoto;
  /** The area or inspection that it belongs to. */
  scored: ScoredScope;
  /** A one-line summary, or the full analysis. */
  mode: 'compact' | 'detailed';
  /** The current number of open findings, because people may have added or dismissed some since the analysis. */
  openFindings?: number;
  /** Also lists the detected issues, for pages that do not show the findings. */
  withIssues?: boolean;
  /** Shown next to the title of the objects, such as a switch for their boxes. */
  objectsAction?: ReactNode;
}

/** A name and its badge, which moves below the name where a tile has no room for both. */
const compactLine = 'flex flex-wrap items-center justify-between gap-x-2';

function Compact({ analysis, scored, findings }: { analysis: Analysis; scored: ScoredScope; findings: number }) {
  return (
    <dl className="grid gap-1 text-small text-ink-2">
      <div className={compactLine}>
        <dt className="flex items-center gap-1.5">
          <Sparkles aria-hidden="true" className="size-4" />
          {plural(findings, 'finding')}
        </dt>
        <dd className="contents">
          <PhotoScore score={analysis.complianceScore?.overall ?? null} scope={scored} />
        </dd>
      </div>
      <div className={compactLine}>
        <dt>{t('Confidence')}</dt>
        <dd>
          <ConfidenceBadge confidence={analysis.overallConfidence} />
        </dd>
      </div>
    </dl>
  );
}

/** The AI analysis of a photo. For a PDF, which is not analyzed, the document. */
export function AiAnalysisCard({ photo, scored, mode, openFindings, withIssues, objectsAction }: AiAnalysisCardProps) {
  const analysis = photo.aiAnalysis;
  if (photo.pageCount !== null)
    return mode === 'detailed' ? <DocumentCard photo={photo} /> : <p className="text-small">{documentLine(photo)}</p>;
  if (!analysis || analysis.error) return <NoAnalysis photo={photo} />;
  if (mode === 'compact')
    return <Compact analysis={analysis} scored={scored} findings={openFindings ?? analysis.detectedIssues.length} />;
  const { complianceScore: score } = analysis;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-5 gap-y-2.5">
        <div>
          <dt className="text-small text-ink-2">{t('Confidence')}</dt>
          <dd className="font-strong">{formatPercent(analysis.overallConfidence)}</dd>
        </div>
        <div>
          <dt className="text-small text-ink-2">{t('Compliance score')}</dt>
          <dd>
            <PhotoScore score={score?.overall ?? null} scope={scored} detailed />
          </dd>
        </div>
        {dimensionScores(score, scored).map(([dimension, points]) => (
          <div key={dimension} className="col-span-2 grid grid-cols-[96px_1fr] items-center gap-3">
            <dt className="text-small text-ink-2 capitalize">{t(dimension)}</dt>
            <dd className="flex items-center gap-2">
              <Meter
                value={points}
                label={t('Score of {dimension}', { dimension })}
                tone={scoreTone(points, isClear(scored))}
                className="min-w-6 flex-1"
              />
              <span className="w-[5.2ch] text-end whitespace-nowrap">{formatScore(points)}</span>
            </dd>
          </div>
        ))}
        <div className="col-span-2">
          <dt className="text-small text-ink-2">{t('Picture quality')}</dt>
          <dd>{qualityText(analysis.imageQuality)}</dd>
        </div>
        <div className="col-span-2">
          <dt className="text-small text-ink-2">{t('Read by')}</dt>
          <dd className="wrap-anywhere">{readersText(analysis.engine)}</dd>
        </div>
      </dl>
      {withIssues && analysis.detectedIssues.length > 0 && (
        <section className="grid gap-1.5">
          <h3 className="text-small font-semibold text-ink-2">{t('Detected issues')}</h3>
          <ul className="grid gap-1.5">
            {analysis.detectedIssues.map((finding) => (
              <li key={finding.id} className="flex items-start gap-2">
                <SeverityBadge severity={finding.severity} />
                <span className="min-w-0 flex-1">{findingText(finding.description)}</span>
                <ConfidenceBadge confidence={finding.confidence} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <NamedList title={t('Detected objects')} entries={analysis.objects} limit={maxObjects}>
        {objectsAction}
      </NamedList>
      <NamedList title={t('Image labels')} entries={analysis.labels} limit={maxLabels} />
    </div>
  );
}
