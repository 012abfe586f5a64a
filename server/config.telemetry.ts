import type { TelemetrySettings } from '#server/platform/telemetry/telemetry.ts';
import { anyText, setting, urlText } from '#server/config.values.ts';

/** Parses headers such as 'authorization=Bearer abc,x-tenant=inns'. */
function headers(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error('must be names with values, such as authorization=Bearer abc,x-tenant=inns');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

function ratio(text: string): number {
  const value = /^(0|1|0?\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
}

/** The names are those of OpenTelemetry. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting<string | null>({
    meaning:
      'collector that gets traces and figures as OpenTelemetry sends them over HTTP, such as http://localhost:4318; empty sends none',
    shownDefault: '',
    fallback: null,
    parse: urlText(['http:', 'https:'], 'http://localhost:4318'),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting<Record<string, string>>({
    meaning: 'headers for the collector, such as authorization=Bearer abc, between commas',
    shownDefault: '',
    fallback: {},
    parse: headers,
  }),
  OTEL_SERVICE_NAME: setting({
    meaning: 'name of this installation at the collector',
    shownDefault: 'innspect',
    fallback: 'innspect',
    parse: anyText,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    meaning: 'part of the requests and jobs that are traced, 0 to 1',
    shownDefault: '1',
    fallback: 1,
    parse: ratio,
  }),
};

interface Values {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

export const toTelemetrySettings = (values: Values): TelemetrySettings | null =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === null
    ? null
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: values.OTEL_SERVICE_NAME,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
      };
