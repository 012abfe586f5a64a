import { Bar } from '@visx/shape';
import type { Part } from '#web/features/analytics/charts/legend.tsx';
import type { Plot } from '#web/features/analytics/charts/time-chart.tsx';
import { cn } from '#web/lib/cn.ts';

interface StackedBarsProps<Key extends string> {
  plot: Plot;
  parts: readonly Part<Key>[];
  values: readonly Readonly<Record<Key, number>>[];
}

/** A stacked bar for each week or month, with the first part at the bottom. */
export function StackedBars<Key extends string>({ plot, parts, values }: StackedBarsProps<Key>) {
  const width = Math.min(plot.bandwidth, 44);
  return values.map((value, index) => {
    let below = 0;
    return parts.map(({ key, className }) => {
      const amount = value[key];
      if (amount === 0) return null;
      const [bottom, top] = [plot.y(below), plot.y(below + amount)];
      below += amount;
      return (
        <Bar
          // A bar is identified only by its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${index} ${key}`}
          x={plot.left(index) + (plot.bandwidth - width) / 2 + 0.75}
          width={Math.max(1, width - 1.5)}
          y={top + 0.75}
          height={Math.max(1, bottom - top - 1.5)}
          rx={2}
          className={cn('stroke-[1.5]', className)}
        />
      );
    });
  });
}
