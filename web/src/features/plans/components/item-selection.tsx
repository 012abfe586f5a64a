import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useDesk } from '#web/features/plans/use-plan-desk.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';

/** How many items are undecided, above the list; it selects them all. */
export function SelectUndecided() {
  const { decides, deciding, selection } = useDesk();
  if (!decides) return null;
  return (
    <div className="flex min-h-[52px] items-center justify-between gap-3 border-b border-line py-1.5 ps-4 pe-2 md:ps-[18px] print:hidden">
      <span className="text-ink-2">
        {selection.choosable === 0
          ? t('All items are decided')
          : t('{items} undecided', { items: plural(selection.choosable, 'item') })}
      </span>
      {selection.choosable > 0 && (
        <Button
          size="sm"
          variant="ghost"
          // Not `disabled`, which would take the focus from whoever has just pressed it.
          aria-disabled={deciding || selection.chosen.length === selection.choosable}
          onClick={deciding ? undefined : selection.all}
        >
          {t('Select all undecided')}
        </Button>
      )}
    </div>
  );
}

const barClass =
  'sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-20 min-h-[52px] border border-accent shadow-lifted md:bottom-4 print:hidden';

/** Approves the selected items together. It stays at the bottom of the screen while the list is longer than it. */
export function ItemSelection() {
  const { selection, decisions } = useDesk();
  const { chosen } = selection;
  const { progress } = decisions;
  if (chosen.length === 0 && !progress) return null;
  if (progress?.step === 'pending')
    return (
      <SelectionBar
        label={t('Selected items')}
        status={t('Taking back {next} of {of}…', { next: progress.done + 1, of: progress.of })}
        className={barClass}
      />
    );
  const count = plural(progress?.of ?? chosen.length, 'item');
  return (
    <SelectionBar
      label={t('Selected items')}
      status={
        progress
          ? t('Approving {next} of {of}…', { next: progress.done + 1, of: progress.of })
          : t('{items} selected', { items: count })
      }
      approve={{
        label: t('Approve {items}', { items: count }),
        pending: progress !== null,
        onClick: () => void decisions.approveAll(chosen),
      }}
      onClear={selection.clear}
      className={barClass}
    />
  );
}
