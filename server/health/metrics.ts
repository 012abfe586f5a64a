import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import { checkParts, type Parts } from './readiness.ts';
import { createRequestFigures } from './request-figures.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface Deps extends Parts {
  audit: Pick<AuditService, 'waitingSeconds'>;
}

/** The metrics of this process, and of what all processes share, for Prometheus and OpenTelemetry. */
export function createMetrics(parts: Deps) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const count = createRequestFigures(registry);
  const reachable = new Gauge({
    name: 'innspect_reachable',
    help: '1 if the database, the file storage and the job queue can be reached, or 0',
    labelNames: ['part'],
    registers,
  });
  // Not 'job', which Prometheus itself gives to each series and which would hide this one.
  const ofJob = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers });
  const due = ofJob('innspect_jobs_due', 'Jobs that could run now and wait for a worker');
  const running = ofJob('innspect_jobs_running', 'Jobs that run');
  const oldest = ofJob('innspect_jobs_oldest_due_seconds', 'How long the job that has waited longest has been due');
  const failed = ofJob('innspect_jobs_failed_last_day', 'Jobs that were given up in the last 24 hours');
  const unsealed = new Gauge({
    name: 'innspect_audit_oldest_unsealed_seconds',
    help: 'How long the oldest entry of the audit log has waited for its seal; 0 if none waits',
    registers,
  });

  /** Reads the metrics that all processes share. Those of the queue are left out while it cannot be reached. */
  async function readShared(): Promise<void> {
    const states = await checkParts(parts);
    for (const [part, isReachable] of Object.entries(states)) reachable.set({ part }, isReachable ? 1 : 0);
    // While the database cannot be reached, innspect_reachable says so and this one keeps its last value.
    const seconds = await parts.audit.waitingSeconds().catch(() => null);
    if (seconds !== null) unsealed.set(seconds);
    for (const gauge of [due, running, oldest, failed]) gauge.reset();
    for (const { job: kind, ...load } of await parts.queue.load().catch(() => [])) {
      due.set({ kind }, load.due);
      running.set({ kind }, load.running);
      oldest.set({ kind }, load.oldestDueSeconds);
      failed.set({ kind }, load.failedLastDay);
    }
  }

  return {
    contentType: registry.contentType,
    /** Counts an answered request by its route, never by its address, so that the number of series is limited. */
    count,
    /** The same metrics as data. */
    async figures() {
      await readShared();
      return registry.getMetricsAsJSON();
    },
    async text(): Promise<string> {
      await readShared();
      return registry.metrics();
    },
  };
}
