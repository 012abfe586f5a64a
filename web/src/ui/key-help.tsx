import { t } from '#contract/language.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/table.tsx';

export interface KeyText {
  keys: readonly string[];
  /** Its word in the line of main keys; without one it is explained in the dialog alone. */
  label?: string;
  explained: string;
}

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </>
);

/** The main keys, in a line below the list. Only on wide screens, which usually have a keyboard. */
export const KeyLine = ({ of, onAll }: { of: readonly KeyText[]; onAll: () => void }) => (
  <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2 lg:flex print:hidden">
    {of
      .filter(({ label }) => label)
      .map(({ keys, label }) => (
        <span key={label} className="inline-flex items-center gap-1">
          <Keys keys={keys} /> {label}
        </span>
      ))}
    <button type="button" className="inline-flex items-center gap-1 rounded-small hover:text-ink" onClick={onAll}>
      <Kbd>?</Kbd> {t('shortcuts')}
    </button>
  </div>
);

interface KeyHelpProps {
  of: readonly KeyText[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const KeyHelp = ({ of, open, onOpenChange }: KeyHelpProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent title={t('Keyboard shortcuts')} size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {of.map(({ keys, explained }) => (
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
