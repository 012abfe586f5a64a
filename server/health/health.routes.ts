import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { appConfigSchema, type AppConfig } from '#contract/app-config.ts';
import type { Config } from '#server/config.ts';
import { sameToken } from '#server/platform/auth/tokens.ts';
import { addressNotFound, metricsTokenMissing } from '#server/platform/http/http.errors.ts';
import { anonymous, route } from '#server/platform/http/route.ts';
import type { Metrics } from './metrics.ts';
import { checkParts, type Parts } from './readiness.ts';

const tag = 'Server';

interface Deps extends Parts {
  config: Config;
  metrics: Metrics;
  sampleData: () => AppConfig['sampleData'];
}

/** In production the metrics are for monitoring only: throws 404 when no token is configured, 401 for a wrong token. */
function requireMetricsToken({ mode, metricsToken }: Config, authorization: string | undefined): void {
  if (metricsToken === null) {
    if (mode === 'production') throw addressNotFound();
  } else if (!sameToken(authorization ?? '', `Bearer ${metricsToken}`)) throw metricsTokenMissing();
}

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, metrics } = deps;
  route(app, 'GET', '/api/health', {
    summary: 'The server is alive',
    tag,
    access: anonymous,
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
    access: anonymous,
    response: { 200: readiness, 503: readiness },
    handle: async ({ reply }) => {
      const parts = await checkParts(deps);
      const ok = Object.values(parts).every(Boolean);
      reply.status(ok ? 200 : 503);
      return { status: ok ? ('ok' as const) : ('unavailable' as const), ...parts };
    },
  });
  route(app, 'GET', '/api/config', {
    summary: 'What anybody may know of the server before signing in',
    tag,
    access: anonymous,
    response: { 200: appConfigSchema },
    handle: async () => ({
      mode: config.mode,
      selfServiceAdmin: config.mode === 'evaluation',
      skipPermissions: config.mode === 'evaluation',
      aiEngine: config.ai.engine,
      recordingMaxBytes: config.recordingMaxBytes,
      signInProvider: config.oidc?.label ?? null,
      sampleData: deps.sampleData(),
    }),
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireMetricsToken(config, request.headers.authorization);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
