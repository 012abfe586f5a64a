import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Spinner } from '#web/ui/spinner.tsx';

export const buttonVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 border font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-[18px] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-accent bg-accent text-accent-ink enabled:hover:border-accent-strong enabled:hover:bg-accent-strong',
        secondary: 'border-line-strong bg-surface text-ink enabled:hover:bg-sunken',
        ghost: 'border-transparent bg-transparent text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink',
        danger: 'border-critical bg-critical text-critical-ink enabled:hover:opacity-90',
        link: 'border-transparent bg-transparent text-accent hover:underline',
      },
      size: {
        md: 'h-11 rounded-card px-4 text-base',
        // 34 px with a mouse, 44 px on touch screens.
        sm: 'h-[34px] rounded-control px-3 text-[0.8125rem] touch:h-11 [&_svg]:size-4',
        lg: 'h-[52px] rounded-card px-6 text-base',
      },
      block: { true: 'w-full', false: '' },
    },
    compoundVariants: [{ variant: 'link', class: 'px-0' }],
    defaultVariants: { variant: 'primary', size: 'md', block: false },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Renders its only child, such as a Link, in the style of the button. */
    asChild?: boolean;
    /** Shows a spinner and ignores presses, without losing the focus; the label keeps its width and its name for screen readers. */
    pending?: boolean;
  };

/** Also keeps the form of a submit button from being sent again. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** 44 px high by default; `size="sm"` is 34 px with a mouse and 44 px on touch screens. */
export function Button({
  variant,
  size,
  block,
  asChild,
  pending,
  className,
  type,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size, block }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      disabled={disabled && !pending}
      {...props}
      {...(pending && { 'aria-busy': true, 'aria-disabled': true, onClick: ignorePress })}
    >
      {pending && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
