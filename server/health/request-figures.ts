import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper bounds in seconds, those that prom-client has by itself. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Requests of one method of one route. */
interface Tally {
  labels: { method: string; route: string };
  byStatus: Map<number, number>;
  /** How many took up to each bound and longer than the one before it; the last ones longer than all. */
  buckets: number[];
  seconds: number;
  count: number;
}

const name = 'http_request_seconds';
const help = 'Time to answer';

/** Its rows come from the tallies, because prom-client would put the labels together again at each request. */
class Seconds extends Histogram {
  private readonly tallies: () => Iterable<Tally>;

  constructor(registry: Registry, tallies: () => Iterable<Tally>) {
    super({ name, help, labelNames: ['method', 'route'], registers: [registry] });
    this.tallies = tallies;
  }

  /** What prom-client makes all its forms from; its types leave it out. */
  async getForPromString() {
    const values: Record<string, unknown>[] = [];
    const add = (suffix: string, labels: Record<string, string | number>, value: number) =>
      values.push({ metricName: `${name}_${suffix}`, labels, sharedLabels: {}, value });
    for (const { labels, buckets, seconds, count } of this.tallies()) {
      let upTo = 0;
      for (const [index, le] of [...bounds, '+Inf'].entries()) {
        upTo += buckets[index] ?? 0;
        add('bucket', { le, ...labels }, upTo);
      }
      add('sum', labels, seconds);
      add('count', labels, count);
    }
    return { name, help, type: 'histogram', values, aggregator: 'sum' };
  }
}

/** Counts answered requests by their route, never by their address. */
export function createRequestFigures(registry: Registry): (request: FastifyRequest, reply: FastifyReply) => void {
  const tallies = new Map<string, Map<string, Tally>>();
  const all = () => [...tallies.values()].flatMap((byMethod) => [...byMethod.values()]);
  void new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, byStatus } of all()) {
        for (const [status, count] of byStatus) this.inc({ ...labels, status }, count);
      }
    },
  });
  void new Seconds(registry, all);

  function tallyOf(method: string, route: string): Tally {
    const byMethod = tallies.get(route) ?? new Map<string, Tally>();
    const tally = byMethod.get(method) ?? {
      labels: { method, route },
      byStatus: new Map<number, number>(),
      buckets: [...bounds, Infinity].map(() => 0),
      seconds: 0,
      count: 0,
    };
    tallies.set(route, byMethod.set(method, tally));
    return tally;
  }

  return (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const tally = tallies.get(route)?.get(request.method) ?? tallyOf(request.method, route);
    const seconds = reply.elapsedTime / 1000;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
    tally.seconds += seconds;
    tally.count += 1;
    tally.byStatus.set(reply.statusCode, (tally.byStatus.get(reply.statusCode) ?? 0) + 1);
  };
}
