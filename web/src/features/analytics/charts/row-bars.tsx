import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { Part } from '#web/features/analytics/charts/legend.tsx';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import { cn } from '#web/lib/cn.ts';

export interface BarRow {
  key: string;
  label: string;
  /** The figure at the end of the row. */
  figure: string;
  parts: readonly (Part & { value: number })[];
}

const rowHeight = 42;
const barTop = 22;
const barHeight = 10;

/** A row of text with a bar below it, drawn to scale. Screen readers get only the text, which contains the figures. */
export function RowBars({ label, rows }: { label: string; rows: readonly BarRow[] }) {
  const [frame, width] = useWidth();
  const largest = Math.max(1, ...rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const x = scaleLinear<number>({ domain: [0, largest], range: [0, width] });
  return (
    <div ref={frame} className="relative" style={{ height: rows.length * rowHeight }}>
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={rows.length * rowHeight} className="block">
          {rows.map(({ key, parts }, row) => {
            let before = 0;
            return (
              <Group key={key} top={row * rowHeight + barTop}>
                <rect width={width} height={barHeight} rx={3} className="fill-sunken" />
                {parts.map((part) => {
                  if (part.value === 0) return null;
                  const [start, end] = [x(before), x(before + part.value)];
                  before += part.value;
                  return (
                    <Bar
                      key={part.key}
                      x={start + 0.5}
                      width={Math.max(2, end - start - 1)}
                      height={barHeight}
                      rx={3}
                      className={cn(part.className)}
                    />
                  );
                })}
              </Group>
            );
          })}
        </svg>
      )}
      <ul aria-label={label} className="absolute inset-0">
        {rows.map(({ key, label: name, figure }) => (
          <li key={key} className="flex items-baseline justify-between gap-3" style={{ height: rowHeight }}>
            <span className="truncate">{name}</span>
            <span className="font-medium whitespace-nowrap">{figure}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
