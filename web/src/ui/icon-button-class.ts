import { cn } from '#web/lib/cn.ts';

/**
 * The style of IconButton for links and Radix controls. A separate file, so that using it does not load the tooltip
 * code.
 */
export const iconButtonClass = (dense = false): string =>
  cn(
    'relative inline-grid shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50 [&_svg]:size-5',
    dense ? 'size-[34px] touch:size-11 [&_svg]:size-4' : 'size-11',
  );
