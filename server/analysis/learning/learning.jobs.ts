import { z } from 'zod';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { learnFromVerdicts, type RunPayload } from './learning.kinds.ts';
import type { LearningService } from './learning.service.ts';

export function learningJobs({ learning }: { learning: LearningService }) {
  const learn: JobDefinition<RunPayload> = {
    ...learnFromVerdicts,
    // A restart of the server interrupts the run, which then starts again.
    retryLimit: 2,
    retryDelaySeconds: 30,
    timeoutSeconds: 2 * 3600,
    run: ({ runId }, { signal, stopping }) => learning.work(runId, AbortSignal.any([signal, stopping])),
    gaveUp: ({ runId }) => learning.giveUp(runId),
  };
  const nightly: JobDefinition<object> = {
    name: 'learn-nightly',
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 0,
    timeoutSeconds: 600,
    cron: '45 2 * * *',
    run: () => learning.startNightly(),
  };
  return [learn, nightly];
}
