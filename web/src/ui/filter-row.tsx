import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';

interface FilterRowProps<Value extends string> {
  label: string;
  value: Value;
  /** The choices with their counts, if any; a count is undefined while loading. */
  choices: readonly { value: Value; label: string; count?: number | undefined }[];
  onChange: (value: Value) => void;
  className?: string;
}

/** A row of filter buttons with counts; it scrolls sideways on phones. */
export function FilterRow<Value extends string>({ label, value, choices, onChange, className }: FilterRowProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cn(
        '-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:-mx-0.5 md:px-0.5',
        className,
      )}
    >
      {choices.map((choice) => {
        const pressed = choice.value === value;
        return (
          <Button
            key={choice.value}
            size="sm"
            variant="secondary"
            aria-pressed={pressed}
            className={cn('gap-1.5', pressed && 'border-accent bg-accent-soft text-accent')}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
            {choice.count !== undefined && <span className={pressed ? '' : 'text-ink-2'}>{choice.count}</span>}
          </Button>
        );
      })}
    </div>
  );
}
