import { reviewKeys } from '#web/features/monitoring/use-review-keys.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/table.tsx';

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </>
);

/** The main keys, in a line below the table. Only on wide screens, which usually have a keyboard. */
export function KeyLine({ onAll }: { onAll: () => void }) {
  const mainKeys = reviewKeys.filter(({ keys }) => ['j', 'a', 'r', 'u', 'x', 'f'].includes(keys[0]));
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2 lg:flex">
      {mainKeys.map(({ keys, label }) => (
        <span key={label} className="inline-flex items-center gap-1">
          <Keys keys={keys} /> {label}
        </span>
      ))}
      <button type="button" className="inline-flex items-center gap-1 rounded-small hover:text-ink" onClick={onAll}>
        <Kbd>?</Kbd> shortcuts
      </button>
    </div>
  );
}

export function KeyHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" size="sm">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
          {reviewKeys.map(({ keys, explained }) => (
            <div key={explained} className="contents">
              <dt className="flex gap-1">
                <Keys keys={keys} />
              </dt>
              <dd>{explained}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
