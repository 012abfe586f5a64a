import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { appConfigSchema, type AppConfig } from '#contract/app-config.ts';
import type { Config } from '#server/config.ts';
import { sameToken } from '#server/platform/auth/tokens.ts';
import type { Database } from '#server/platform/database/types.ts';
import { addressNotFound, metricsTokenMissing } from '#server/platform/http/http.errors.ts';
import { anybody, route } from '#server/platform/http/route.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

const tag = 'Server';

interface Deps {
  config: Config;
  db: Database;
  storage: Storage;
  queue: Queue;
  sampleData: () => AppConfig['sampleData'];
}

const settled = async (check: Promise<unknown>): Promise<boolean> =>
  (await Promise.allSettled([check]))[0].status === 'fulfilled';

/** In production strangers learn nothing of the load; throws 404 without a token in the settings, 401 for another one. */
function requireMetricsToken({ mode, metricsToken }: Config, authorization: string | undefined): void {
  if (metricsToken === null) {
    if (mode === 'production') throw addressNotFound();
  } else if (!sameToken(authorization ?? '', `Bearer ${metricsToken}`)) throw metricsTokenMissing();
}

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, storage, queue } = deps;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none' };
    requests.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1000);
  });

  route(app, 'GET', '/api/health', {
    summary: 'The server is alive',
    tag,
    access: anybody,
    response: { 200: z.object({ status: z.literal('ok') }) },
    handle: async () => ({ status: 'ok' as const }),
  });
  const readiness = z.object({
    status: z.enum(['ok', 'unavailable']),
    database: z.boolean(),
    storage: z.boolean(),
    queue: z.boolean(),
  });
  route(app, 'GET', '/api/ready', {
    summary: 'Database, storage and queue can be reached',
    tag,
    access: anybody,
    response: { 200: readiness, 503: readiness },
    handle: async ({ reply }) => {
      const [database, files, jobs] = await Promise.all([
        settled(db.execute(sql`select 1`)),
        settled(storage.check()),
        settled(queue.check()),
      ]);
      const ok = database && files && jobs;
      reply.status(ok ? 200 : 503);
      return { status: ok ? ('ok' as const) : ('unavailable' as const), database, storage: files, queue: jobs };
    },
  });
  route(app, 'GET', '/api/config', {
    summary: 'What anybody may know of the server before signing in',
    tag,
    access: anybody,
    response: { 200: appConfigSchema },
    handle: async () => ({
      mode: config.mode,
      selfServiceAdmin: config.mode === 'evaluation',
      skipPermissions: config.mode === 'evaluation',
      aiEngine: config.ai.engine,
      recordingMaxBytes: config.recordingMaxBytes,
      sampleData: deps.sampleData(),
    }),
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireMetricsToken(config, request.headers.authorization);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
