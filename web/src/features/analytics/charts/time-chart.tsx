import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';

const height = 220;
const margin = { top: 10, right: 4, bottom: 26, left: 36 };
const innerHeight = height - margin.top - margin.bottom;
/** Room that a date needs below its bar. */
const tickWidth = 58;

export interface Plot {
  /** Left edge of a band, and its width. */
  left: (index: number) => number;
  bandwidth: number;
  y: (value: number) => number;
  width: number;
  height: number;
}

interface TimeChartProps {
  /** What is drawn, for screen readers; its figures are in the table beside it. */
  label: string;
  starts: readonly string[];
  tick: (start: string) => string;
  /** The largest value. */
  max: number;
  /** The figures of one week or month in words. */
  describe: (index: number) => string;
  children: (plot: Plot) => ReactNode;
}

const tickLabel = { fill: 'var(--ink-3)', fontSize: 12, fontFamily: 'inherit' } as const;

/** Up to a round number, and to four at least, so that a small count has no half inspections on its axis. */
const niceScale = (max: number) =>
  scaleLinear<number>({ domain: [0, Math.max(4, max)], range: [innerHeight, 0], nice: 4 });

/**
 * A drawing over weeks or months. The one under the pointer, or chosen with the arrow keys, is read out in words below;
 * without either it is the latest.
 */
export function TimeChart({ label, starts, tick, max, describe, children }: TimeChartProps) {
  const [frame, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const last = starts.length - 1;
  const innerWidth = Math.max(0, width - margin.left - margin.right);
  const bands = scaleBand<string>({
    domain: [...starts],
    range: [0, innerWidth],
    paddingInner: 0.28,
    paddingOuter: 0.14,
  });
  const y = niceScale(max);
  const plot: Plot = {
    left: (index) => bands(starts[index] ?? '') ?? 0,
    bandwidth: bands.bandwidth(),
    y: (value) => y(value) ?? 0,
    width: innerWidth,
    height: innerHeight,
  };
  const every = Math.max(1, Math.ceil((starts.length * tickWidth) / Math.max(1, innerWidth)));
  const shown = Math.min(active ?? last, last);

  function point(event: PointerEvent<SVGSVGElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    const index = Math.floor((x / Math.max(1, innerWidth)) * starts.length);
    setActive(Math.min(last, Math.max(0, index)));
  }
  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  }
  return (
    <div>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={`${label}, one after the other`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={describe(shown)}
        onKeyDown={move}
        onBlur={() => setActive(null)}
        className="rounded-small focus-visible:outline-offset-4"
        style={{ height }}
      >
        {width > 0 && (
          <svg
            aria-hidden="true"
            width={width}
            height={height}
            className="block touch-pan-y overflow-visible"
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={(event) => {
              if (event.pointerType === 'mouse') setActive(null);
            }}
          >
            <Group left={margin.left} top={margin.top}>
              {y.ticks(4).map((value) => (
                <line key={value} x2={innerWidth} y1={y(value)} y2={y(value)} className="stroke-line" />
              ))}
              {active !== null && (
                <rect
                  x={plot.left(shown) - 4}
                  width={plot.bandwidth + 8}
                  y={-6}
                  height={innerHeight + 6}
                  rx={4}
                  className="fill-sunken"
                />
              )}
              {children(plot)}
              <AxisLeft
                scale={y}
                numTicks={4}
                hideAxisLine
                hideTicks
                tickFormat={(value) => String(value)}
                tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -4, dy: 4 }}
              />
              <AxisBottom
                top={innerHeight}
                scale={bands}
                // Counted from the latest, which is the one that is looked for.
                tickValues={starts.filter((_, index) => (last - index) % every === 0)}
                tickFormat={tick}
                stroke="var(--line-field)"
                hideTicks
                tickLength={4}
                tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
              />
            </Group>
          </svg>
        )}
      </div>
      <p aria-hidden="true" className="mt-1 min-h-[2.9em] text-small text-ink-2 sm:min-h-0">
        {describe(shown)}
      </p>
    </div>
  );
}
