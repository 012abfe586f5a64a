import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Direction } from '#contract/portfolio.ts';
import { cn } from '#web/lib/cn.ts';
import { Th } from '#web/ui/table.tsx';

interface SortHeadProps {
  title: string;
  /** The direction if the rows are sorted by this column, otherwise null. */
  sorted: Direction | null;
  numeric?: boolean;
  className?: string | undefined;
  onSort: () => void;
}

/** A column heading that sorts by its column when pressed. */
export function SortHead({ title, sorted, numeric, className, onSort }: SortHeadProps) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
  return (
    <Th
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
      numeric={numeric ?? false}
      className={cn('py-0', className)}
    >
      <button
        type="button"
        className={cn(
          'inline-flex h-9 items-center gap-1 hover:text-ink',
          // The arrow's place is in front of the title of numbers, so that the title ends where they end.
          numeric && 'flex-row-reverse',
          sorted && 'text-ink',
        )}
        onClick={onSort}
      >
        {title}
        <Arrow aria-hidden="true" className={cn('size-3.5', !sorted && 'opacity-0')} />
      </button>
    </Th>
  );
}
