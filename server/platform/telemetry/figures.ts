import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client';

/**
 * A metric of prom-client. Its own types leave out the name of each row, and declare the kind as a number although it
 * is a string.
 */
export type Metric = MetricObjectWithValues<MetricValueWithName<string>>;

type Value = Metric['values'][number];

const hrTime = (at: Date): HrTime => [Math.floor(at.getTime() / 1000), (at.getTime() % 1000) * 1_000_000];

function attributesOf({ labels }: Value): Attributes {
  const { le: _bound, quantile: _quantile, ...attributes } = labels as Attributes;
  return attributes;
}

/** A histogram's rows are its cumulative buckets, its sum and its count. */
function histogramOf(name: string, rows: readonly Value[]): Histogram {
  const of = (suffix: string) => rows.filter((row) => row.metricName === `${name}${suffix}`);
  const buckets = of('_bucket').map(({ labels, value }) => ({ bound: Number(labels['le']), upTo: value }));
  const bounded = buckets.filter(({ bound }) => Number.isFinite(bound));
  const count = of('_count')[0]?.value ?? 0;
  const upTo = [...bounded.map((bucket) => bucket.upTo), count];
  return {
    buckets: {
      boundaries: bounded.map(({ bound }) => bound),
      counts: upTo.map((each, index) => each - (upTo[index - 1] ?? 0)),
    },
    sum: of('_sum')[0]?.value ?? 0,
    count,
  };
}

/** Converts the metrics that Prometheus reads from /metrics to those of OpenTelemetry. */
export function toMetricData(figures: readonly Metric[], startedAt: Date, now: Date): MetricData[] {
  const point = <T>(attributes: Attributes, value: T): DataPoint<T> => ({
    startTime: hrTime(startedAt),
    endTime: hrTime(now),
    attributes,
    value,
  });
  return figures.flatMap(({ name, help, type, values }): MetricData[] => {
    const shared = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const points = () => values.map((each) => point(attributesOf(each), each.value));
    if (String(type) === 'counter')
      return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    if (String(type) === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    if (String(type) !== 'histogram') return [];
    const groups = Map.groupBy(values, (row) => JSON.stringify(attributesOf(row)));
    const dataPoints = [...groups.values()].flatMap((rows) =>
      rows[0] ? [point(attributesOf(rows[0]), histogramOf(name, rows))] : [],
    );
    return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
  });
}
