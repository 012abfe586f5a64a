import type { FastifyInstance } from 'fastify';
import { modelUsageQuerySchema, modelUsageSchema } from '#contract/model-usage.ts';
import { admin, route } from '#server/platform/http/route.ts';
import type { UsageService } from './usage.service.ts';

export function usageRoutes(app: FastifyInstance, { usage }: { usage: UsageService }): void {
  route(app, 'GET', '/api/admin/model-usage', {
    summary: 'What the AI service was asked in a month and what that cost, by property',
    tag: 'Learning',
    access: admin,
    query: modelUsageQuerySchema,
    response: { 200: modelUsageSchema },
    handle: ({ query }) => usage.ofMonth(query.month),
  });
}
