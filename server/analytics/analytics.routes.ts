import type { FastifyInstance } from 'fastify';
import { analyticsQuery, analyticsSchema } from '#contract/analytics.ts';
import { admin, route } from '#server/platform/http/route.ts';
import type { AnalyticsService } from './analytics.service.ts';

export function analyticsRoutes(app: FastifyInstance, deps: { analytics: AnalyticsService }): void {
  route(app, 'GET', '/api/admin/analytics', {
    summary: 'Figures of the properties of a brand and state, over a period',
    tag: 'Analytics',
    access: admin,
    query: analyticsQuery,
    response: { 200: analyticsSchema },
    handle: ({ query }) => deps.analytics.of(query),
  });
}
