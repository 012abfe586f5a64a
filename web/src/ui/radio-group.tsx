import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

type GroupProps<Value extends string> = {
  /** The legend of the group; visible unless `hideLegend`. */
  legend: string;
  hideLegend?: boolean;
  choices: readonly Choice<Value>[];
  /** The one that is chosen at first, where the form itself keeps the choice. */
  chosen?: Value;
  /** `register('role')` of a form; otherwise pass `name`, `value` and `onValueChange`. */
  input?: Omit<ComponentProps<'input'>, 'type' | 'value'>;
  name?: string;
  value?: Value;
  onValueChange?: (value: Value) => void;
  className?: string;
};

function radioProps<Value extends string>(
  { input, name, value, chosen, onValueChange }: GroupProps<Value>,
  choice: Choice<Value>,
) {
  const controlled = onValueChange
    ? { checked: value === choice.value, onChange: () => onValueChange(choice.value) }
    : chosen === undefined
      ? {}
      : { defaultChecked: choice.value === chosen };
  return { type: 'radio' as const, name, value: choice.value, disabled: choice.disabled, ...controlled, ...input };
}

function Legend({ legend, hideLegend }: { legend: string; hideLegend?: boolean }) {
  return <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-medium'}>{legend}</legend>;
}

/** A segmented control for a few short choices. */
export function Segmented<Value extends string>(props: GroupProps<Value>) {
  return (
    <fieldset className={cn('min-w-0', props.className)}>
      <Legend {...props} />
      <div className="flex flex-wrap rounded-card border border-line-strong bg-sunken p-[3px]">
        {props.choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-[36px] flex-1 cursor-pointer items-center justify-center rounded-[7px] px-1.5 text-center sm:px-3 font-medium text-ink-2 transition-colors has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
          >
            <input className="sr-only" {...radioProps(props, choice)} />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
