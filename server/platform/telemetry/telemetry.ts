import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { hostname } from 'node:os';
import type { Logger } from '#server/platform/logger/logger.ts';
import { toMetricData, type Metric } from './figures.ts';

export interface TelemetrySettings {
  /** The address at which a collector accepts OTLP over HTTP, such as http://localhost:4318. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The fraction of requests and jobs that are traced, 0 to 1. */
  ratio: number;
}

export interface Telemetry {
  /** Sends these metrics every minute from now on, and at the end. */
  sendMetrics(read: () => Promise<Metric[]>): void;
  /** Sends what is left and stops. */
  stop(): Promise<void>;
}

/**
 * Sends traces and metrics to a collector. This file is imported only if the settings name one, because the libraries
 * take memory.
 */
export function startTelemetry(settings: TelemetrySettings, logger: Logger): Telemetry {
  const warn = (message: string, ...rest: unknown[]) => logger.warn({ details: rest }, `telemetry: ${message}`);
  diag.setLogger({ error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} }, DiagLogLevel.WARN);
  const resource = resourceFromAttributes({
    'service.name': settings.serviceName,
    'service.instance.id': `${hostname()}:${process.pid}`,
  });
  const target = (signal: string) => ({
    url: `${settings.endpoint.replace(/\/$/, '')}/v1/${signal}`,
    headers: settings.headers,
  });
  const provider = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(target('traces')) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  const startedAt = new Date();
  let meters: MeterProvider | null = null;
  return {
    sendMetrics(read) {
      const scope = { name: 'innspect' };
      const collect = async () => ({
        resourceMetrics: {
          resource,
          scopeMetrics: [{ scope, metrics: toMetricData(await read(), startedAt, new Date()) }],
        },
        errors: [],
      });
      const exporter = new OTLPMetricExporter(target('metrics'));
      const reader = new PeriodicExportingMetricReader({ exporter, metricProducers: [{ collect }] });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    async stop() {
      await meters?.shutdown();
      await provider.shutdown();
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}
