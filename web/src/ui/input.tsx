import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { fieldBoxClass } from '#web/ui/field-box.ts';

export function Input({ className, dense, ...props }: ComponentProps<'input'> & { dense?: boolean }) {
  return (
    <input
      className={cn(fieldBoxClass, dense ? 'h-[34px] rounded-control touch:h-11' : 'h-11', className)}
      {...props}
    />
  );
}

/** A multi-line input. Ctrl+Enter or Cmd+Enter submits its form. */
export function Textarea({ className, rows = 4, onKeyDown, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(fieldBoxClass, 'min-h-[100px] py-2.5', className)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        const button = [...(event.currentTarget.form?.elements ?? [])].find(
          (element) => element instanceof HTMLButtonElement && element.type === 'submit',
        );
        if (button instanceof HTMLButtonElement) button.click();
      }}
      {...props}
    />
  );
}
