import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, FocusEvent } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Not modal, so the page behind can be read and scrolled; a press outside or Escape closes it. */
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />;

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-small px-2.5 font-medium text-ink outline-none select-none data-[disabled]:pointer-events-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-2';

/** Radix does the same for a menu that it saw a key open. */
function focusFirstItem({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) return;
  currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true });
}

/** `openedByKey` focuses the first item of a menu whose code was loaded by pressing a key, which Radix did not see. */
export function DropdownMenuContent({
  className,
  openedByKey,
  ...props
}: ComponentProps<typeof Radix.Content> & { openedByKey?: boolean }) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-48 animate-fade-in rounded-card border border-line bg-surface p-1.5 shadow-lifted',
          className,
        )}
        onFocus={openedByKey ? focusFirstItem : undefined}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({
  className,
  danger,
  ...props
}: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item className={cn(itemClass, danger && 'text-critical [&_svg]:text-critical', className)} {...props} />
  );
}

export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemClass, 'pe-3 ps-8 relative', className)} {...props}>
      <Radix.ItemIndicator className="absolute start-2.5">
        <Check aria-hidden="true" />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

export const DropdownMenuLabel = ({ className, ...props }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('px-2.5 pt-1.5 pb-1 text-tiny font-semibold text-ink-3', className)} {...props} />
);

export const DropdownMenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-line" />;
