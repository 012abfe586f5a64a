import { LinePath } from '@visx/shape';
import type { Plot } from '#web/features/analytics/charts/time-chart.tsx';

/** The score bands: good from 80, failing below 60. */
const marks = [80, 60] as const;

/** A line through the scores; weeks without a score are skipped. */
export function ScoreLine({ plot, scores }: { plot: Plot; scores: readonly (number | null)[] }) {
  const points = scores.flatMap((score, index) => (score === null ? [] : { index, score }));
  const x = (index: number) => plot.left(index) + plot.bandwidth / 2;
  return (
    <>
      {marks.map((mark) => (
        <line
          key={mark}
          x2={plot.width}
          y1={plot.y(mark)}
          y2={plot.y(mark)}
          strokeDasharray="4 4"
          className="stroke-line-field"
        />
      ))}
      <LinePath
        data={points}
        x={({ index }) => x(index)}
        y={({ score }) => plot.y(score)}
        className="stroke-accent"
        strokeWidth={2.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {points.map(({ index, score }) => (
        <circle
          key={index}
          cx={x(index)}
          cy={plot.y(score)}
          r={scores.length > 30 ? 2.5 : 4}
          className="fill-surface stroke-accent"
          strokeWidth={2}
        />
      ))}
    </>
  );
}
