import { t } from '#contract/language.ts';
import { areaText } from '#contract/item-places.ts';
import {
  phaseLabels,
  phaseWindows,
  spanText,
  timelineRows,
  urgentPhases,
  type PhaseName,
  type TimelineRow,
} from '#contract/plan-phases.ts';
import type { Plan } from '#contract/plans.ts';
import { formatMoney } from '#contract/money.ts';
import { daysText } from '#web/features/plans/texts.ts';
import { dayMarks } from '#web/features/plans/timeline.ts';
import { cn } from '#web/lib/cn.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

const stepLabels: Record<NonNullable<TimelineRow['step']>, string> = {
  make_safe: t('Make safe'),
  repairs: t('Repairs'),
};

/** When the work is planned and what it costs, as the bar shows it: "day 5 to 7 · $260". */
function plannedText({ planned, items, cost }: TimelineRow): string {
  if (items === 0) return t('no items');
  return [planned, cost === null ? t('make safe') : formatMoney(cost)].filter(Boolean).join(' · ');
}

const fills: Record<PhaseName, string> = {
  critical: 'bg-critical',
  major: 'bg-high',
  minor: 'bg-medium',
  months_3: 'bg-low',
  months_6: 'bg-low',
  months_12: 'bg-low',
  months_24: 'bg-low',
};

/** The name, bar and figures in one row; on phones the bar has its own row. */
const rowClass = 'grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-1.5 sm:grid-cols-[72px_1fr_150px]';

function PhaseBadge({ phase }: { phase: PhaseName }) {
  const className = 'w-[72px] justify-center';
  return urgentPhases.some((urgent) => urgent === phase) ? (
    <SeverityBadge severity={phase} className={className} />
  ) : (
    <Badge tone="low" className={className}>
      {phaseLabels[phase]}
    </Badge>
  );
}

/** Each item by the day on which its work starts, on the axis of the phases. */
function ItemRows({ plan, total }: { plan: Plan; total: number }) {
  const items = plan.items.filter(({ startDay }) => startDay !== null);
  return (
    <ol className="mt-2 grid gap-2">
      {items.map(({ id, title, area, phase, startDay, daysOnSite }) => (
        <li key={id} className={rowClass}>
          <span className="col-span-2 truncate text-small sm:col-start-2" title={t(title)}>
            {[t(title), area && areaText(area)].filter(Boolean).join(' · ')}
          </span>
          <div className="col-span-2 sm:col-span-1 sm:col-start-2">
            <Bar row={{ phase, items: 1, startDay: startDay ?? 0, days: daysOnSite }} total={total} />
          </div>
          <span className="sr-only sm:not-sr-only sm:text-small sm:text-ink-2">
            {spanText(startDay ?? 0, daysOnSite)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Bar({ row, total }: { row: Pick<TimelineRow, 'phase' | 'items' | 'startDay' | 'days'>; total: number }) {
  return (
    <div className="relative h-3 rounded-full bg-sunken print:border print:border-line">
      {row.items > 0 && total > 0 && (
        <div
          className={cn('absolute h-full min-w-2 rounded-full', fills[row.phase])}
          style={{
            left: `min(${(100 * row.startDay) / total}%, 100% - 8px)`,
            width: `${(100 * row.days) / total}%`,
          }}
        />
      )}
    </div>
  );
}

/** The axis of days below the bars. */
function Axis({ total }: { total: number }) {
  return (
    <div aria-hidden="true" className={cn(rowClass, '-mt-1.5')}>
      <div className="relative col-span-2 h-4 sm:col-span-1 sm:col-start-2">
        {dayMarks(total).map((day) => (
          <span
            key={day}
            className={cn('absolute text-tiny whitespace-nowrap text-ink-3', day > 0 && '-translate-x-1/2')}
            style={{ left: `${total > 0 ? (100 * day) / total : 0}%` }}
          >
            {day === 0 ? t('Day 0') : day}
          </span>
        ))}
      </div>
    </div>
  );
}

function PhaseTable({ rows }: { rows: readonly TimelineRow[] }) {
  return (
    <Table label={t('Implementation timeline as a table')} className="mt-2">
      <thead>
        <tr>
          <Th className="ps-0">{t('Phase')}</Th>
          <Th>{t('Due')}</Th>
          <Th numeric>{t('Items')}</Th>
          <Th numeric>{t('Construction cost')}</Th>
          <Th>{t('Planned')}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={`${row.phase}-${row.step}`}>
            <Td className="ps-0 font-medium">
              {phaseLabels[row.phase]}
              {row.step && `, ${stepLabels[row.step].toLowerCase()}`}
            </Td>
            <Td>{row.due === null ? '–' : phaseWindows[row.phase]}</Td>
            <Td numeric>{row.items}</Td>
            <Td numeric>{row.cost === null ? '–' : formatMoney(row.cost)}</Td>
            <Td>{row.planned ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The phases as a timeline with bars drawn to scale, and the same data as a table. */
export function TimelineCard({ plan }: { plan: Plan }) {
  const rows = timelineRows(plan.phases);
  const total = Math.max(0, ...rows.map(({ startDay, days }) => startDay + days));
  return (
    <Card className="break-inside-avoid px-[18px] py-4">
      <h2 className="heading">{t('Implementation timeline')}</h2>
      <p className="text-small text-ink-2">
        {t('When the work is planned, in days after the plan is accepted, and when it is due by severity.')}
      </p>
      <div className="mt-4 grid gap-3">
        {rows.map((row) => (
          <div key={`${row.phase}-${row.step}`} className={rowClass}>
            {row.step === 'repairs' ? (
              <span className="w-[72px] text-center text-small text-ink-2">{stepLabels.repairs}</span>
            ) : (
              <PhaseBadge phase={row.phase} />
            )}
            <span className="grid text-end text-small text-ink-2 sm:col-start-3 sm:text-start">
              <span className="text-ink">{plannedText(row)}</span>
              {row.due && <span>{row.due}</span>}
            </span>
            <div className="col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
              <Bar row={row} total={total} />
            </div>
          </div>
        ))}
        <Axis total={total} />
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1.5 border-t border-line pt-3">
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('Total cost')}</dt>
          <dd className="font-strong">{formatMoney(plan.totalCost)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('Estimated duration')}</dt>
          <dd className="font-strong">{daysText(plan.estimatedDays)}</dd>
        </div>
      </dl>
      <details className="mt-3 print:hidden">
        <summary className="inline-flex min-h-9 items-center rounded-small text-small font-semibold text-accent touch:min-h-11">
          {t('Show as a table')}
        </summary>
        <PhaseTable rows={rows} />
      </details>
      {plan.items.length > 0 && (
        <details className="print:hidden">
          <summary className="inline-flex min-h-9 items-center rounded-small text-small font-semibold text-accent touch:min-h-11">
            {t('Show each item')}
          </summary>
          <ItemRows plan={plan} total={total} />
          <div className="mt-3">
            <Axis total={total} />
          </div>
        </details>
      )}
    </Card>
  );
}
