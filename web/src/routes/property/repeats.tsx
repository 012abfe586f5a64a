import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import type { PropertyPage, Repeat } from '#contract/property-page.ts';
import { roomText } from '#contract/rooms.ts';
import { plural } from '#contract/texts.ts';
import { formatDate } from '#web/lib/format.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';

function RepeatLine({ repeat }: { repeat: Repeat }) {
  const { area, room, category, severity, rounds, unconfirmed, firstAt, lastAt, open } = repeat;
  return (
    <li className="grid gap-1 px-[18px] py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-strong">{findingCategoryLabels[category]}</span>
        <SeverityBadge severity={severity} />
        <Badge tone={open ? 'critical' : 'outline'} className="ms-auto">
          {open ? t('Open') : t('Settled')}
        </Badge>
      </div>
      <p className="break-words text-ink-2">
        {t(area)}
        {room && `, ${roomText(room)}`} {t('· found in {inspections}', { inspections: plural(rounds, 'inspection') })}
        {unconfirmed > 0 && t(', unconfirmed in {unconfirmed}', { unconfirmed })}
      </p>
      <p className="text-small text-ink-2">
        {t('First {firstAt}, last {lastAt}', { firstAt: formatDate(firstAt), lastAt: formatDate(lastAt) })}
      </p>
    </li>
  );
}

/** Defects that more than one inspection has found in the same place. */
export function RepeatsCard({ repeats: { rows, total } }: Pick<PropertyPage, 'repeats'>) {
  const note =
    total > rows.length
      ? t('The first {rows} of {total}', { rows: rows.length, total })
      : t('The same defect at the same place again');
  return (
    <Card>
      <CardHeader title={t('Repeat deficiencies')} note={note} />
      {rows.length === 0 ? (
        <p className="border-t border-line px-[18px] py-6 text-center text-ink-2">{t('Nothing was found twice.')}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {rows.map((repeat) => (
            <RepeatLine key={`${repeat.area} ${repeat.room} ${repeat.category}`} repeat={repeat} />
          ))}
        </ul>
      )}
    </Card>
  );
}
