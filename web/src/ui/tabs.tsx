import { createContext, useContext, useId, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '#web/lib/cn.ts';

interface Choice {
  value: string;
  onValueChange: (value: string) => void;
  id: string;
}
const Chosen = createContext<Choice | null>(null);

function useChoice(): Choice {
  const choice = useContext(Chosen);
  if (!choice) throw new Error('Tabs belong inside <Tabs>');
  return choice;
}

interface TabsProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  value: string;
  onValueChange: (value: string) => void;
}

/**
 * Tabs with the keyboard behavior of the ARIA pattern. Not from a library, because that would add 5% to the sign-in
 * bundle.
 */
export function Tabs({ value, onValueChange, ...props }: TabsProps) {
  const id = useId();
  return (
    <Chosen value={{ value, onValueChange, id }}>
      <div {...props} />
    </Chosen>
  );
}

/** The index of the tab that a key moves to; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const next = nextIndex(
    event.key,
    tabs.findIndex((tab) => tab === document.activeElement),
    tabs.length,
  );
  if (next === null) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
}

/** A row of underlined tabs; it scrolls sideways on phones. */
export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      onKeyDown={moveFocus}
      className={cn('flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, value, ...props }: ComponentProps<'button'> & { value: string }) {
  const chosen = useChoice();
  const active = chosen.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${chosen.id}-tab-${value}`}
      aria-selected={active}
      aria-controls={active ? `${chosen.id}-panel-${value}` : undefined}
      tabIndex={active ? 0 : -1}
      onClick={() => chosen.onValueChange(value)}
      className={cn(
        '-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink',
        className,
      )}
      {...props}
    />
  );
}

/** The content of the tab with the same value; not rendered while another is active. */
export function TabsContent({ className, value, ...props }: ComponentProps<'div'> & { value: string }) {
  const chosen = useChoice();
  if (chosen.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${chosen.id}-panel-${value}`}
      aria-labelledby={`${chosen.id}-tab-${value}`}
      tabIndex={0}
      className={cn('pt-5 focus-visible:outline-offset-4', className)}
      {...props}
    />
  );
}
