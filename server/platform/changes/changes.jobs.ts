import { z } from 'zod';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { deleteTakenBefore } from './changes.repository.ts';

/** How long a change is known by the id of its device: longer than a device is without a connection. */
const keptMilliseconds = 60 * 24 * 3_600_000;

/** Forgets the ids of changes that no device sends again. */
export function changeJobs({ db }: { db: Database }) {
  const sweep: JobDefinition<object> = {
    name: 'sweep-taken-changes',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '50 3 * * *',
    run: () => deleteTakenBefore(db, new Date(Date.now() - keptMilliseconds)),
  };
  return [sweep];
}
