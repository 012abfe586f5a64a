import { z } from 'zod';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';

export function healthJobs({ audit }: { audit: Pick<AuditService, 'report' | 'seal'> }): JobDefinition<object>[] {
  return [
    {
      name: 'report-audit-head',
      payload: z.object({}),
      retryLimit: 1,
      retryDelaySeconds: 60,
      timeoutSeconds: 60,
      cron: '17 * * * *',
      run: () => audit.report(),
    },
    {
      // For what a killed process left while no other one writes.
      name: 'seal-audit-entries',
      payload: z.object({}),
      retryLimit: 0,
      retryDelaySeconds: 60,
      timeoutSeconds: 60,
      cron: '* * * * *',
      run: () => audit.seal(),
    },
  ];
}
