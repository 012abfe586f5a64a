import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';

const height = 220;
const margin = { top: 10, right: 4, bottom: 26, left: 36 };
const innerHeight = height - margin.top - margin.bottom;
/** The width in pixels of a date label below its bar. */
const tickWidth = 58;

export interface Plot {
  /** The left edge of a band. */
  left: (index: number) => number;
  bandwidth: number;
  y: (value: number) => number;
  width: number;
  height: number;
}

interface TimeChartProps {
  /** The name for screen readers, which get the figures from the table below. */
  label: string;
  starts: readonly string[];
  tick: (start: string) => string;
  /** The largest value. */
  max: number;
  /** The figures of one week or month as text. */
  describe: (index: number) => string;
  children: (plot: Plot) => ReactNode;
}

const tickLabel = { fill: 'var(--ink-3)', fontSize: 12, fontFamily: 'inherit' } as const;

/** Rounded up to at least 4, so that the axis of small counts has only whole numbers. */
const niceScale = (max: number) =>
  scaleLinear<number>({ domain: [0, Math.max(4, max)], range: [innerHeight, 0], nice: 4 });

interface AxesProps extends Pick<TimeChartProps, 'starts' | 'tick'> {
  bands: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof niceScale>;
}

function Axes({ starts, tick, bands, y }: AxesProps) {
  const [, width] = bands.range();
  const every = Math.max(1, Math.ceil((starts.length * tickWidth) / Math.max(1, width)));
  return (
    <>
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
        // Counted back from the latest, so that the latest date is always labeled.
        tickValues={starts.filter((_, index) => (starts.length - 1 - index) % every === 0)}
        tickFormat={tick}
        stroke="var(--line-field)"
        hideTicks
        tickLength={4}
        tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
      />
    </>
  );
}

/**
 * A chart over weeks or months. Below it are the figures of the week or month that is hovered, or selected with the
 * arrow keys; the latest one by default.
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
        aria-label={`${label}, period by period`}
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
              <Axes starts={starts} tick={tick} bands={bands} y={y} />
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
