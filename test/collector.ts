import { startWebhookReceiver } from './webhook-receiver.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
}
export interface Point {
  attributes: Attribute[];
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
}
interface SentFigure {
  name: string;
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}
interface Body {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: SentFigure[] }[] }[];
}

/** The text value of an attribute. */
export const textOf = ({ attributes }: { attributes: Attribute[] }, key: string): string | undefined =>
  attributes.find((each) => each.key === key)?.value.stringValue;

/** An OpenTelemetry collector: a real HTTP server that accepts the JSON form of OTLP. */
export async function startCollector() {
  const receiver = await startWebhookReceiver();
  receiver.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Body);
  return {
    url: receiver.url,
    /** Everything received, as text. */
    text: () => receiver.received.map(({ body }) => body).join('\n'),
    headers: () => receiver.received.map(({ headers }) => headers),
    spans: () =>
      bodies().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    /** The metrics that were sent last. */
    figures: () =>
      bodies()
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .at(-1)
        ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [],
    close: receiver.close,
  };
}
