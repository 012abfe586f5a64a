import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { deliver, deliverPush, type PushDelivery } from './push.ts';

export const pushJobs = (deps: { db: Database; changes: Changes; config: Config }): JobDefinition<PushDelivery>[] => [
  {
    ...deliverPush,
    // The first retry is after 20 seconds, each further one after twice as long: it gives up after about 20 minutes.
    retryLimit: 6,
    retryDelaySeconds: 20,
    timeoutSeconds: 60,
    // One at a time for each person, so only the devices of eight people that do not answer at once would delay the others.
    concurrency: 8,
    run: (payload) => deliver(deps, payload),
  },
];
