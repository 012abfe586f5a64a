import { z } from 'zod';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import { deleteEventsBefore, deleteTakenBefore } from './changes.repository.ts';

const eventPayload = z.object({ eventId: z.uuid() });
/** Tells other systems of an event, once the change that published it has committed. */
export const eventPublished: JobKind<z.infer<typeof eventPayload>> = { name: 'event-published', payload: eventPayload };

/** How long events and their deliveries are kept. */
const eventsKeptMilliseconds = 30 * 24 * 3_600_000;
/** How long a change is known by the id of its device: longer than a device is without a connection. */
const keptMilliseconds = 60 * 24 * 3_600_000;

/** Forgets the ids of changes that no device sends again, and events of long ago. */
export function changeJobs({ db }: { db: Database }) {
  const sweep: JobDefinition<object> = {
    name: 'sweep-taken-changes',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '50 3 * * *',
    async run() {
      await deleteTakenBefore(db, new Date(Date.now() - keptMilliseconds));
      await deleteEventsBefore(db, new Date(Date.now() - eventsKeptMilliseconds));
    },
  };
  return [sweep];
}
