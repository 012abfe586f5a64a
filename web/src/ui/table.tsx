import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** A dense table in a card, which scrolls sideways on narrow screens. `label` is its name for screen readers. */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled sideways by keyboard
    <div className="overflow-x-auto focus-visible:-outline-offset-2" role="region" aria-label={label} tabIndex={0}>
      <table className={cn('w-full border-collapse', className)} {...props} />
    </div>
  );
}

export function Th({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        'border-b border-line px-3 py-2 text-start text-tiny font-semibold whitespace-nowrap text-ink-3',
        numeric && 'text-end tabular-nums',
        className,
      )}
      {...props}
    />
  );
}

export function Td({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={cn(
        'border-b border-line px-3 py-[9px] align-middle [tbody:last-of-type>tr:last-child>&]:border-b-0',
        numeric && 'text-end tabular-nums',
        className,
      )}
      {...props}
    />
  );
}

type RowProps = ComponentProps<'tr'> & {
  selected?: boolean;
  /** Makes the row focusable: Enter and Space open it, the arrow keys, j and k move between rows. */
  onOpen?: () => void;
};

const rowOf = (row: HTMLTableRowElement, step: 1 | -1): HTMLTableRowElement | null => {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  if (next instanceof HTMLTableRowElement) return next;
  const bodies = [...(row.closest('table')?.tBodies ?? [])];
  const body = bodies[bodies.findIndex((each) => each.contains(row)) + step];
  return (step === 1 ? body?.rows[0] : body?.rows[body.rows.length - 1]) ?? null;
};

/** A body row, which with `onOpen` can be opened by keyboard. */
export function Tr({ selected, onOpen, className, onKeyDown, ...props }: RowProps) {
  return (
    <tr
      aria-selected={onOpen ? !!selected : undefined}
      tabIndex={onOpen ? 0 : undefined}
      onClick={onOpen}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!onOpen || event.target !== event.currentTarget) return;
        const step =
          event.key === 'ArrowDown' || event.key === 'j'
            ? 1
            : event.key === 'ArrowUp' || event.key === 'k'
              ? -1
              : undefined;
        // At an end of the list the key is left to the page, which may have more rows to load.
        const next = step && rowOf(event.currentTarget, step);
        if (next) {
          event.preventDefault();
          next.focus();
        } else if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onOpen();
        }
      }}
      className={cn(
        'group/row',
        onOpen && 'cursor-pointer hover:bg-sunken focus-visible:-outline-offset-2',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        className,
      )}
      {...props}
    />
  );
}

/** A key on the keyboard. */
export const Kbd = ({ className, ...props }: ComponentProps<'kbd'>) => (
  <kbd
    className={cn(
      'rounded-[5px] border border-b-2 border-line-strong bg-surface px-[5px] py-px font-sans text-[0.6875rem] font-semibold text-ink-2',
      className,
    )}
    {...props}
  />
);
