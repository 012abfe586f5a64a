import type { FastifyInstance } from 'fastify';
import { userStatsSchema } from '#contract/users.ts';
import { route, signedIn } from '#server/platform/http/route.ts';
import type { StatsService } from './stats.service.ts';

export function statsRoutes(app: FastifyInstance, deps: { stats: StatsService }): void {
  route(app, 'GET', '/api/user/stats', {
    summary: 'Figures of the dashboard',
    tag: 'Accounts',
    access: signedIn,
    response: { 200: userStatsSchema },
    handle: ({ actor }) => deps.stats.of(actor),
  });
}
