import { z } from 'zod';
import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { SumsService } from './sums.service.ts';

export function analyticsJobs({ figures, sums }: { figures: FiguresService; sums: SumsService }) {
  const refreshSums: JobDefinition<object> = {
    name: 'refresh-sums',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 3600,
    cron: '*/5 * * * *',
    async run(_payload, { stopping }) {
      // Scores are summed too.
      await figures.refreshOutdated(stopping);
      await sums.refresh(stopping);
    },
  };
  return [refreshSums];
}
