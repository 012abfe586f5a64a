import type { FastifyInstance } from 'fastify';
import { userStatsQuery, userStatsSchema } from '#contract/stats.ts';
import { route, signedIn } from '#server/platform/http/route.ts';
import type { StatsService } from './stats.service.ts';

export function statsRoutes(app: FastifyInstance, deps: { stats: StatsService }): void {
  route(app, 'GET', '/api/user/stats', {
    summary: 'Figures of the dashboard',
    tag: 'Accounts',
    access: signedIn,
    query: userStatsQuery,
    response: { 200: userStatsSchema },
    handle: ({ actor, query }) => deps.stats.of(actor, query.today),
  });
}
