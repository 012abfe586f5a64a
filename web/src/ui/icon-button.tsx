import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name and the tooltip. */
  label: string;
  children: ReactNode;
  dense?: boolean;
  tooltip?: boolean;
};

/** A square icon button; its label is the accessible name and the tooltip. */
export function IconButton({ label, children, dense, tooltip = true, className, type, ...props }: IconButtonProps) {
  const button = (
    <button type={type ?? 'button'} aria-label={label} className={cn(iconButtonClass(dense), className)} {...props}>
      {children}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
