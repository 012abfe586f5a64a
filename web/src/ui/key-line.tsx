import { t } from '#contract/language.ts';
import { Kbd } from '#web/ui/table.tsx';

export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </>
);

interface KeyLineProps {
  of: readonly { keys: readonly string[]; label: string }[];
  onAll: () => void;
}

/** The main keys, in a line below the list. Only on wide screens, which usually have a keyboard. */
export const KeyLine = ({ of, onAll }: KeyLineProps) => (
  <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2 lg:flex print:hidden">
    {of.map(({ keys, label }) => (
      <span key={label} className="inline-flex items-center gap-1">
        <Keys keys={keys} /> {label}
      </span>
    ))}
    <button type="button" className="inline-flex items-center gap-1 rounded-small hover:text-ink" onClick={onAll}>
      <Kbd>?</Kbd> {t('shortcuts')}
    </button>
  </div>
);
