import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { deliver, deliverPush } from './push.ts';

type PayloadOf<Kind> = Kind extends { payload: { _output: infer Payload } } ? Payload : never;

export const pushJobs = (deps: { db: Database; config: Config }): JobDefinition<PayloadOf<typeof deliverPush>>[] => [
  {
    ...deliverPush,
    // 20 seconds after the first try, then twice as long each time: given up after about twenty minutes.
    retryLimit: 6,
    retryDelaySeconds: 20,
    timeoutSeconds: 60,
    concurrency: 4,
    run: (payload) => deliver(deps, payload),
  },
];
