import type { FastifyInstance } from 'fastify';
import { retentionSchema } from '#contract/retention.ts';
import type { Config } from '#server/config.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import { admin, route } from '#server/platform/http/route.ts';
import { toRetention } from './retention.rules.ts';

/** Shows admins the retention periods. */
export function retentionRoutes(
  app: FastifyInstance,
  { config, audit }: { config: Pick<Config, 'keptDays'>; audit: Pick<AuditService, 'list'> },
): void {
  route(app, 'GET', '/api/admin/retention', {
    summary: 'What is kept how long, and what the last deletion removed',
    tag: 'Audit log',
    access: admin,
    response: { 200: retentionSchema },
    handle: async () => {
      const { rows } = await audit.list({ entityType: 'audit_log', entityId: 'all', limit: 1 });
      return toRetention(config.keptDays, rows[0] ?? null);
    },
  });
}
