import { z } from 'zod';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { FiguresService } from './figures.service.ts';

export function inspectionJobs({ figures }: { figures: FiguresService }): JobDefinition<object>[] {
  return [
    {
      name: 'refresh-figures',
      payload: z.object({}),
      retryLimit: 2,
      retryDelaySeconds: 60,
      timeoutSeconds: 3600,
      cron: '*/5 * * * *',
      async run(_payload, { stopping }) {
        await figures.mergeCounts();
        await figures.refreshOutdated(stopping);
      },
    },
  ];
}
