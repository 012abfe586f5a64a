import { cn } from '#web/lib/cn.ts';

/** A segment of a bar with its name and style. Adjacent segments also differ in their outline, not only in color. */
export interface Part<Key extends string = string> {
  key: Key;
  label: string;
  /** Classes for fill and stroke. */
  className: string;
}

/** A legend for the segments of the bars. */
export function Legend({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
      {parts.map(({ key, label, className }) => (
        <li key={key} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="12" height="12">
            <rect x="1" y="1" width="10" height="10" rx="2" className={cn('stroke-[1.5]', className)} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
