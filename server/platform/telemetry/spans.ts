import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace to which the request belongs; null when it is not traced. */
    trace: Context | null;
  }
}

/** Longer statements are cut, because a list of a thousand ids adds nothing. */
const maxStatement = 2000;

// Looked up each time, because the exporter is set after this file is loaded.
const tracer = () => trace.getTracer('innspect');

function end(span: Span, error?: unknown): void {
  // Only the error's name, because its message may contain user input.
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
  span.end();
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');

/** Runs work as a new trace; without telemetry it just runs it. */
export async function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, root: true, attributes }, async (span) => {
    try {
      const result = await work();
      end(span);
      return result;
    } catch (error) {
      end(span, error);
      throw error;
    }
  });
}

/**
 * Traces each request under its route, never under its address, which may contain a token. Trace headers of clients are
 * ignored.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const attributes = { 'http.request.method': request.method };
    const span = tracer().startSpan(request.method, { kind: SpanKind.SERVER, root: true, attributes });
    request.trace = trace.setSpan(context.active(), span);
    context.with(request.trace, done);
  });
  // Reading the body loses the context, so it is restored here.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) context.with(request.trace, done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = request.trace && trace.getSpan(request.trace);
    if (!span) return;
    const path = request.routeOptions.url ?? 'none';
    span.updateName(`${request.method} ${path}`);
    span.setAttributes({ 'http.route': path, 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement;
  const isNamed = statement !== null && typeof statement === 'object' && 'text' in statement;
  return isNamed && typeof statement.text === 'string' ? statement.text : '';
};

/** Traces the statements that a request or a job sends, with their text and never their values. */
export function traceStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client);
    const query = (...given: unknown[]): unknown => {
      const text = textOf(given[0]).trim();
      if (!text || !trace.getActiveSpan()) return Reflect.apply(send, client, given);
      const verb = text.split(/\s/, 1)[0]?.toUpperCase() ?? '';
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxStatement) };
      const span = tracer().startSpan(verb, { kind: SpanKind.CLIENT, attributes });
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const ended = (error: unknown, ...rest: unknown[]): void => {
          end(span, error ?? undefined);
          Reflect.apply(callback, undefined, [error, ...rest]);
        };
        return Reflect.apply(send, client, [...given.slice(0, -1), context.bind(context.active(), ended)]);
      }
      const result: unknown = Reflect.apply(send, client, given);
      if (result instanceof Promise)
        result.then(
          () => end(span),
          (error: unknown) => end(span, error),
        );
      else end(span);
      return result;
    };
    Object.assign(client, { query });
  });
}
