import { locationText } from '#contract/places.ts';
import { ImageOff } from 'lucide-react';
import { classOfSeverity, findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { lineClassLabels, spendingLabels } from '#contract/line-classes.ts';
import { phaseWindows } from '#contract/plan-phases.ts';
import type { PlanItem } from '#contract/plans.ts';
import { formatMoney } from '#contract/money.ts';
import {
  costRangeText,
  decisionText,
  dueText,
  endText,
  evidenceText,
  findingsOf,
  furtherText,
  isExcluded,
  isMadeSafeFirst,
  priceBasisText,
  proofText,
  quantityAndPriceText,
  quotesText,
  sampledText,
} from '#contract/plan-lines.ts';
import { raisedText } from '#contract/rooms.ts';
import { RaisedNote } from '#web/features/findings/components/raised-note.tsx';
import { findingText } from '#web/features/findings/finding-texts.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import { usePropertyTimes } from '#web/features/plans/property-times.ts';
import { sourceOf } from '#web/features/plans/texts.ts';
import { cn } from '#web/lib/cn.ts';
import { StatusBadge } from '#web/ui/badge.tsx';

interface ItemProps {
  item: PlanItem;
  className?: string;
}

export const hasPhoto = (item: PlanItem): boolean => !!item.photoId && !!item.issue?.imageUrl;

/** An item's thumbnail, which opens the photo. */
export function ItemThumbnail({ item, onPhoto, className }: ItemProps & { onPhoto: () => void }) {
  const frame = cn('block h-11 w-[60px] shrink-0 overflow-hidden rounded-small bg-sunken', className);
  if (!item.thumbnailUrl || !hasPhoto(item))
    return (
      <span aria-hidden="true" className={cn(frame, 'grid place-items-center text-ink-3')}>
        <ImageOff className="size-4" />
      </span>
    );
  return (
    <button
      type="button"
      aria-label={t('Photo of: {title}', { title: item.title })}
      className={frame}
      onClick={onPhoto}
    >
      <img src={item.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
    </button>
  );
}

const linkClass = 'rounded-small font-medium text-accent hover:underline touch:min-h-11 print:hidden';

interface ItemMetaProps extends ItemProps {
  onPhoto: () => void;
  /** Omitted if there is no recording. */
  onVideo?: () => void;
}

/** An item's category, source and time in the recording, with links to its photo and recording. */
export function ItemMeta({ item, onPhoto, onVideo }: ItemMetaProps) {
  const parts = [
    ...(item.addedByHand ? [] : [findingCategoryLabels[item.category]]),
    ...(item.horizonMonths !== null ? [phaseWindows[item.phase]] : []),
    // Shown if a reviewer set a priority that differs from the finding's severity.
    ...(classOfSeverity[item.priority] === classOfSeverity[item.severity]
      ? []
      : [t('{severity} priority', { severity: severityLabels[item.priority].toLowerCase() })]),
    ...sourceOf(item),
    ...(item.videoTimestamp === null ? [] : [formatTimestamp(item.videoTimestamp)]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 text-small text-ink-2">
      <span>{parts.join(' · ')}</span>
      {hasPhoto(item) && (
        <button
          type="button"
          className={linkClass}
          aria-label={t('View in Photo: {title}', { title: item.title })}
          onClick={onPhoto}
        >
          {t('View in Photo')}
        </button>
      )}
      {onVideo && item.videoTimestamp !== null && item.issue?.inspectionId && (
        <button
          type="button"
          className={linkClass}
          aria-label={t('View in Video: {title}', { title: item.title })}
          onClick={onVideo}
        >
          {t('View in Video')}
        </button>
      )}
    </div>
  );
}

/** Approved, quoted and actual cost side by side, and the quotes; nothing without a quote or an actual cost. */
function ItemComparison({ item }: ItemProps) {
  if (item.quotes.length === 0 && item.actualCost === null) return null;
  const amounts: [label: string, amount: number | null][] = [
    [t('Approved'), item.status === 'pending' ? null : item.estimatedCost],
    [t('Quoted'), item.quotedCost],
    [t('Actual'), item.actualCost],
  ];
  return (
    <div className="mt-1 rounded-small bg-sunken px-2.5 py-1.5">
      <dl className="grid grid-cols-3 gap-2 tabular-nums">
        {amounts.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-strong">{amount === null ? '–' : formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {item.quotes.length > 0 && <p className="mt-1 wrap-anywhere text-ink-2">{quotesText(item)}</p>}
    </div>
  );
}

/** What a person needs to carry out the item, apart from its action, cost and days. */
export function ItemLine({ item, className }: ItemProps) {
  const facts: [label: string, value: string][] = [
    [t('Place'), locationText(item)],
    [t('Quantity'), quantityAndPriceText(item)],
    [t('Sample'), sampledText(item)],
    [t('Price basis'), priceBasisText(item)],
    [t('Standard'), item.standard ?? ''],
    [t('Responsible'), item.responsible ?? ''],
    [t('Class'), `${lineClassLabels[item.class]}, ${spendingLabels[item.spending].toLowerCase()}`],
    [isMadeSafeFirst(item) ? t('Make safe by') : t('Due'), dueText(item)],
    [t('Lead time'), item.leadDays > 0 ? plural(item.leadDays, 'day') : ''],
    [t('Evidence'), evidenceText(item)],
    [t('Decision'), decisionText(item)],
    [t('Completion proof'), proofText(item)],
  ];
  const also = furtherText(item);
  return (
    <div className={cn('grid gap-1 text-small', className)}>
      {item.description && <p className="wrap-anywhere text-ink-2">{findingText(item.description)}</p>}
      {also && <p className="wrap-anywhere text-ink-2">{t('Also repairs: {also}', { also })}</p>}
      {/* Findings of one room were raised for the same reason. */}
      {[...new Map(findingsOf(item).map((finding) => [raisedText(finding), finding])).values()].map((finding) => (
        <RaisedNote key={finding.id} finding={finding} />
      ))}
      <dl className="flex flex-wrap gap-x-3.5 gap-y-0.5">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex gap-1.5">
                <dt className="text-ink-2">{label}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ItemComparison item={item} />
    </div>
  );
}

/** The typical cost and its range, struck through if the item is excluded from all totals. */
export function ItemCost({ item, className }: ItemProps) {
  return (
    <div className={cn(isExcluded(item) && 'text-ink-3 line-through', className)}>
      <div className="font-strong">{formatMoney(item.estimatedCost)}</div>
      <div className="text-small whitespace-nowrap text-ink-2">{costRangeText(item)}</div>
    </div>
  );
}

/** Why the item is no longer needed, and the reviewer's note. */
export function ItemNote({ item }: ItemProps) {
  const lines = [endText(item), item.note ? t('Reviewer: {note}', { note: item.note }) : ''].filter(Boolean);
  if (lines.length === 0) return null;
  return <div className="mt-1 text-small whitespace-pre-wrap text-ink-2">{lines.join('\n')}</div>;
}

/** The status of an item, or that it is no longer needed. */
export const ItemStatus = ({ item, className }: ItemProps) => (
  <StatusBadge
    status={item.noLongerNeeded ? 'no_longer_needed' : item.status}
    label={item.noLongerNeeded ? t('No longer needed') : undefined}
    of="plan"
    className={className}
  />
);

/** How far the work is, and what the owner reported about it. */
export function ItemWork({ item }: ItemProps) {
  const { date } = usePropertyTimes();
  const inWork = item.status === 'in_progress';
  const facts = [
    ...(inWork && item.startedAt && !item.reopenedAt
      ? [t('Started {startedAt}', { startedAt: date(item.startedAt) })]
      : []),
    ...(inWork && item.reopenedAt ? [t('Found again {reopenedAt}', { reopenedAt: date(item.reopenedAt) })] : []),
    ...(item.completedAt ? [t('Completed {completedAt}', { completedAt: date(item.completedAt) })] : []),
    ...(item.reportedAt && !item.completedAt && item.status === 'awaiting_verification'
      ? [t('Reported {reportedAt}', { reportedAt: date(item.reportedAt) })]
      : []),
    ...(item.actualCost === null ? [] : [t('actual cost {actualCost}', { actualCost: formatMoney(item.actualCost) })]),
    ...(item.invoice ? [t('invoice {invoice}', { invoice: item.invoice })] : []),
  ];
  if (facts.length === 0) return null;
  return <div className="mt-1 text-small text-ink-2">{facts.join(' · ')}</div>;
}
