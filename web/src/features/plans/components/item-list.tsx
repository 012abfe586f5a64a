import { ListChecks } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { classOfSeverity } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { areaText } from '#contract/item-places.ts';
import { isExcluded } from '#contract/plan-lines.ts';
import type { PlanItem } from '#contract/plans.ts';
import { findingText } from '#web/features/findings/finding-texts.ts';
import { ItemActions } from '#web/features/plans/components/item-actions.tsx';
import {
  ItemCost,
  ItemLine,
  ItemMeta,
  ItemNote,
  ItemStatus,
  ItemThumbnail,
  ItemWork,
} from '#web/features/plans/components/item-parts.tsx';
import { ItemRequest } from '#web/features/plans/components/request-button.tsx';
import { ItemPhotoDialog } from '#web/features/plans/components/item-photo-dialog.tsx';
import { cn } from '#web/lib/cn.ts';
import { ItemSelection, SelectUndecided } from '#web/features/plans/components/item-selection.tsx';
import { daysText } from '#web/features/plans/texts.ts';
import { itemRowId, PlanDeskContext, useDesk, usePlanDesk } from '#web/features/plans/use-plan-desk.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { KeyLine } from '#web/ui/key-line.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const PlanKeyHelp = lazy(() => import('#web/features/plans/components/plan-key-help.tsx'));

const mainKeys = [
  { keys: ['j', 'k'], label: t('move') },
  { keys: ['a'], label: t('approve') },
  { keys: ['m'], label: t('modify') },
  { keys: ['r'], label: t('reject') },
  { keys: ['u'], label: t('undo') },
  { keys: ['x'], label: t('select') },
];

interface ItemsProps {
  items: readonly PlanItem[];
  /** Shows each item's area, for a plan that covers several areas. */
  withArea: boolean;
  onPhoto: (item: PlanItem) => void;
  onVideo?: (item: PlanItem) => void;
}

/** Selects an undecided item for the joint approval. */
function ItemChoice({ item, className }: { item: PlanItem; className?: string }) {
  const { selection, deciding } = useDesk();
  if (!item.abilities.decide) return null;
  return (
    <Checkbox
      label={null}
      className={className}
      aria-keyshortcuts="x"
      aria-label={t('Select: {title}', { title: item.title })}
      disabled={deciding}
      checked={selection.ids.has(item.id)}
      onChange={() => selection.toggle(item)}
    />
  );
}

/**
 * A focused row is outlined, after a click too, because keys decide on it; and it clears the bars at the edges of the screen.
 */
const rowClass =
  'scroll-mt-20 scroll-mb-48 -outline-offset-2 outline-accent focus-visible:outline-2 pointer-fine:focus:outline-2 md:scroll-mb-20';

function ItemTable({ items, withArea, onPhoto, onVideo }: ItemsProps) {
  const { decides } = useDesk();
  return (
    <Table label={t('Items of the plan')}>
      <thead>
        <tr>
          {decides && (
            <Th className="w-[38px] ps-[18px] pe-0 print:hidden">
              <span className="sr-only">{t('Select')}</span>
            </Th>
          )}
          <Th className={cn('w-[84px] ps-[18px]', decides && 'w-[78px] ps-3 print:ps-[18px]')}>
            <span className="sr-only">{t('Photo')}</span>
          </Th>
          <Th>{t('Item')}</Th>
          {withArea && <Th>{t('Area')}</Th>}
          <Th>{t('Action')}</Th>
          <Th numeric>{t('Cost')}</Th>
          <Th numeric>{t('Days')}</Th>
          <Th className="pe-[18px]">{t('Status')}</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr
            key={item.id}
            id={itemRowId(item.id)}
            data-item
            tabIndex={-1}
            className={cn('break-inside-avoid', rowClass)}
          >
            {decides && (
              <Td className="ps-[18px] pe-0 align-top print:hidden">
                <ItemChoice item={item} className="py-0" />
              </Td>
            )}
            <Td className={cn('ps-[18px] align-top', decides && 'ps-3 print:ps-[18px]')}>
              <ItemThumbnail item={item} onPhoto={() => onPhoto(item)} />
            </Td>
            <Td className="min-w-[200px] align-top">
              <div className="flex items-start gap-2">
                <SeverityBadge severity={classOfSeverity[item.severity]} />
                <span className={cn('font-strong wrap-anywhere', isExcluded(item) && 'text-ink-3 line-through')}>
                  {t(item.title)}
                </span>
              </div>
              <div className="mt-0.5">
                <ItemMeta item={item} onPhoto={() => onPhoto(item)} onVideo={onVideo && (() => onVideo(item))} />
              </div>
              <ItemLine item={item} className="mt-1" />
              <ItemNote item={item} />
              <ItemRequest item={item} />
              <ItemWork item={item} />
            </Td>
            {withArea && (
              <Td className="align-top text-ink-2">{item.area ? areaText(item.area) : t('Whole property')}</Td>
            )}
            <Td className="max-w-[240px] align-top text-ink-2">{findingText(item.recommendedAction)}</Td>
            <Td numeric className="align-top">
              <ItemCost item={item} />
            </Td>
            <Td numeric className="align-top">
              {item.estimatedDays}
            </Td>
            <Td className="pe-[18px] align-top">
              <ItemStatus item={item} />
              <ItemActions item={item} className="mt-2" />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function ItemCards({ items, withArea, onPhoto, onVideo }: ItemsProps) {
  return (
    <ul className="-mb-px grid sm:grid-cols-2">
      {items.map((item) => (
        <li
          key={item.id}
          id={itemRowId(item.id)}
          data-item
          tabIndex={-1}
          className={cn('grid content-start gap-3 border-b border-line px-4 py-4 sm:odd:border-e', rowClass)}
        >
          <div className="flex items-center gap-3">
            {/* The box is as large as a thumb without moving its neighbors. */}
            <ItemChoice item={item} className="-my-3 -ms-3 -me-6 px-3 touch:py-3" />
            <SeverityBadge severity={classOfSeverity[item.severity]} />
            <ItemStatus item={item} className="ms-auto" />
          </div>
          <div className="flex gap-3">
            <ItemThumbnail item={item} onPhoto={() => onPhoto(item)} className="h-[66px] w-[88px]" />
            <div className="min-w-0">
              <h3 className={cn('font-strong wrap-anywhere', isExcluded(item) && 'text-ink-3 line-through')}>
                {t(item.title)}
              </h3>
              {withArea && (
                <p className="text-small text-ink-2">{item.area ? areaText(item.area) : t('Whole property')}</p>
              )}
              <ItemMeta item={item} onPhoto={() => onPhoto(item)} onVideo={onVideo && (() => onVideo(item))} />
            </div>
          </div>
          <p>{findingText(item.recommendedAction)}</p>
          <ItemLine item={item} />
          <ItemNote item={item} />
          <ItemRequest item={item} />
          <ItemWork item={item} />
          <div className="flex items-end justify-between gap-3">
            <ItemCost item={item} />
            <span className="text-ink-2">{daysText(item.estimatedDays)}</span>
          </div>
          <ItemActions item={item} className="flex-wrap [&>button]:flex-1" />
        </li>
      ))}
    </ul>
  );
}

/** The plan's items, most severe first; as a table if there is room for one, otherwise as cards. */
export function ItemList({
  items,
  withArea,
  onVideo,
  unconfirmed,
  footer,
}: Omit<ItemsProps, 'onPhoto'> & { unconfirmed: boolean; footer?: ReactNode }) {
  const wide = useMedia('(min-width: 1024px), print');
  const [openItem, setOpenItem] = useState<PlanItem | null>(null);
  const desk = usePlanDesk(items);
  const List = wide ? ItemTable : ItemCards;
  return (
    <PlanDeskContext value={desk}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3" onFocus={desk.onFocus}>
        <Card className="overflow-hidden">
          <SelectUndecided />
          {items.length > 0 ? (
            <List items={items} withArea={withArea} onPhoto={setOpenItem} onVideo={onVideo} />
          ) : (
            <EmptyState icon={ListChecks} title={t('No items')}>
              {unconfirmed
                ? t('Nobody has confirmed a finding for this plan. Generate it again when there are confirmed ones.')
                : t('All findings of this plan were dismissed. Generate it again when there are new ones.')}
            </EmptyState>
          )}
          {footer && <div className="border-t border-line px-4 py-3 md:px-[18px] print:hidden">{footer}</div>}
          {openItem && <ItemPhotoDialog item={openItem} onClose={() => setOpenItem(null)} />}
        </Card>
        <ItemSelection />
        {desk.decides && <KeyLine of={mainKeys} onAll={() => desk.setKeyHelp(true)} />}
      </div>
      {desk.keyHelp && (
        <Suspense>
          <PlanKeyHelp onClose={() => desk.setKeyHelp(false)} />
        </Suspense>
      )}
    </PlanDeskContext>
  );
}
