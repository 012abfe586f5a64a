import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { inspectionTypeLabels } from '#contract/cases.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import type { OpenItem, PageCase, PagePlan, PropertyPage } from '#contract/property-page.ts';
import { areaText } from '#contract/item-places.ts';
import { shownPlanStatus } from '#contract/plans.ts';
import { roomText } from '#contract/rooms.ts';
import { plural } from '#contract/texts.ts';
import { dueIn } from '#web/lib/due.ts';
import { formatDate } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';

const shown = 8;
const linkClass = 'font-strong break-words hover:underline touch:inline-flex touch:min-h-11 touch:items-center';

interface ListCardProps<Row> {
  title: string;
  /** The singular and plural noun for a row. */
  rowNouns: [one: string, many: string];
  empty: string;
  list: { rows: readonly Row[]; total: number };
  line: (row: Row) => ReactNode;
}

/** A card with the first rows of a list, and a button that shows all others. */
function ListCard<Row extends { id: string }>({
  title,
  rowNouns,
  empty,
  list: { rows, total },
  line,
}: ListCardProps<Row>) {
  const [all, setAll] = useState(false);
  const note =
    total > rows.length
      ? t('The first {rows} of {total}', { rows: rows.length, total })
      : total > 0
        ? plural(total, ...rowNouns)
        : undefined;
  return (
    <Card>
      <CardHeader title={title} note={note} />
      {rows.length === 0 ? (
        <p className="border-t border-line px-[18px] py-6 text-center text-ink-2">{empty}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {rows.slice(0, all ? undefined : shown).map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-[18px] py-3 *:even:justify-self-end"
            >
              {line(row)}
            </li>
          ))}
        </ul>
      )}
      {rows.length > shown && (
        <div className="border-t border-line px-[18px] py-1">
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="min-h-9 text-small font-semibold text-accent hover:underline touch:min-h-11"
          >
            {all ? t('Show fewer') : t('Show all {rows}', { rows: rows.length })}
          </button>
        </div>
      )}
    </Card>
  );
}

const placeOf = ({ area, room }: OpenItem): string =>
  [area && areaText(area), room && roomText(room)].filter(Boolean).join(', ');

/** When an item is due, in red once that is over; not before its plan is accepted or after its work was reported. */
function ItemDue({ item: { accepted, dueDate, status } }: { item: OpenItem }) {
  if (!accepted) return t('plan not accepted yet');
  const { days, text } = dueIn(dueDate);
  const due = t('due {dueDate}', { dueDate: formatDueDate(dueDate) });
  if (days >= 0 || status === 'awaiting_verification') return due;
  return <span className="font-medium text-critical">{`${due}, ${text}`}</span>;
}

/** The open plan items. */
export const ItemsCard = ({ items }: Pick<PropertyPage, 'items'>) => (
  <ListCard
    title={t('Open items')}
    rowNouns={['item', 'items']}
    empty={t('No plan has an open item.')}
    list={items}
    line={(item: OpenItem) => (
      <>
        <Link to="/pip-report/$id" params={{ id: item.planId }} className={linkClass}>
          {t(item.title)}
        </Link>
        <span className="tabular-nums">{formatMoney(item.estimatedCost)}</span>
        <span className="min-w-0 text-small break-words text-ink-2">
          {placeOf(item)}
          {placeOf(item) && ' · '}
          <ItemDue item={item} />
        </span>
        <span className="flex flex-wrap justify-end gap-1.5">
          <SeverityBadge severity={item.priority} />
          <StatusBadge status={item.status} of="plan" />
        </span>
      </>
    )}
  />
);

const isOpenCase = ({ status }: PageCase): boolean => status === 'pending' || status === 'in_progress';

/** All cases of the property. They are linked only for admins, because owners have no case page. */
export const CasesCard = ({ cases, linked }: Pick<PropertyPage, 'cases'> & { linked: boolean }) => (
  <ListCard
    title={t('Cases')}
    rowNouns={['case', 'cases']}
    empty={t('No case was opened.')}
    list={cases}
    line={(item: PageCase) => (
      <>
        {linked ? (
          <Link to="/admin/cases/$id" params={{ id: item.id }} className={linkClass}>
            {item.caseNumber}
          </Link>
        ) : (
          <span className="font-strong">{item.caseNumber}</span>
        )}
        <StatusBadge status={item.status} of="case" />
        <span className="text-small text-ink-2">
          {t('{type} · due {dueDate}', {
            type: inspectionTypeLabels[item.inspectionType],
            dueDate: formatDueDate(item.dueDate),
          })}
        </span>
        {isOpenCase(item) ? (
          <DueText dueDate={item.dueDate} handedIn={item.handedIn} className="text-small" />
        ) : (
          <span />
        )}
      </>
    )}
  />
);

const planName = ({ source, area }: PagePlan): string =>
  source === 'property' ? t('Plan of the property') : area ? t('Plan of {area}', { area }) : t('Plan of an inspection');

/** All plans of the property. */
export const PlansCard = ({ plans }: Pick<PropertyPage, 'plans'>) => (
  <ListCard
    title={t('Plans')}
    rowNouns={['plan', 'plans']}
    empty={t('No plan was made.')}
    list={plans}
    line={(plan: PagePlan) => (
      <>
        <Link to="/pip-report/$id" params={{ id: plan.id }} className={linkClass}>
          {planName(plan)}
        </Link>
        <span className="tabular-nums">{formatMoney(plan.totalCost)}</span>
        <span className="text-small text-ink-2">{formatDate(plan.createdAt)}</span>
        <StatusBadge status={shownPlanStatus(plan)} of="plan" />
      </>
    )}
  />
);
