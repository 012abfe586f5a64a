import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { AreaHistory, AreaScore, PropertyPage } from '#contract/property-page.ts';
import { plural } from '#contract/texts.ts';
import { scoreChangeOf, scoreChangeText } from '#web/features/analytics/score-changes.ts';
import { cn } from '#web/lib/cn.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Score } from '#web/ui/score.tsx';

const shown = 3;

function InspectionLine({ inspection: { inspectionId, at, score, coverage, status } }: { inspection: AreaScore }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <Link
        to="/inspection-review/$id"
        params={{ id: inspectionId }}
        className="min-w-[96px] text-accent hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
      >
        {formatDate(at)}
      </Link>
      <Score score={score} coverage={coverage} />
      <StatusBadge status={status} className="ms-auto" />
    </li>
  );
}

function Area({ area, inspections }: AreaHistory) {
  const [all, setAll] = useState(false);
  const change = scoreChangeOf(inspections);
  const hidden = inspections.length - shown;
  return (
    <li className="px-[18px] py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-strong">{t(area)}</h3>
        {change !== null && (
          <span className={cn('text-small', change < 0 ? 'text-critical' : 'text-ink-2')}>
            {t('{change} since the previous score', { change: scoreChangeText(change) })}
          </span>
        )}
      </div>
      <ul aria-label={t('Inspections of {area}', { area })} className="mt-1">
        {inspections.slice(0, all ? undefined : shown).map((inspection) => (
          <InspectionLine key={inspection.inspectionId} inspection={inspection} />
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-9 text-small font-semibold text-accent hover:underline touch:min-h-11"
        >
          {all ? t('Show fewer') : `+${plural(hidden, 'earlier inspection')}`}
        </button>
      )}
    </li>
  );
}

/** The scores of every area over time, and the areas that were left out. */
export function ScoresCard({ areas, leftOut }: Pick<PropertyPage, 'areas' | 'leftOut'>) {
  return (
    <Card>
      <CardHeader title={t('Scores by area')} note={t('Submitted inspections, the newest first')} />
      {areas.length === 0 ? (
        <p className="border-t border-line px-[18px] py-6 text-center text-ink-2">
          {t('No inspection was submitted yet.')}
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {areas.map((each) => (
            <Area key={each.area} {...each} />
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <div className="border-t border-line px-[18px] py-3">
          <h3 className="font-strong">{t('Not inspected')}</h3>
          <p className="text-small text-ink-2">{t('The score says nothing about these areas.')}</p>
          <ul className="mt-1">
            {leftOut.map(({ area, reason }) => (
              <li key={area} className="py-0.5 break-words">
                {t(area)}
                <span className="text-ink-2"> · {t(reason)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
