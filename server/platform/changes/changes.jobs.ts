import { z } from 'zod';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import { deleteEventsBefore, deleteAppliedBefore } from './changes.repository.ts';

const eventPayload = z.object({ eventId: z.uuid() });
/** Sends an event to other systems, once the change that published it has committed. */
export const eventPublished: JobKind<z.infer<typeof eventPayload>> = { name: 'event-published', payload: eventPayload };

/** How long events and their deliveries are kept. */
const eventsKeptMilliseconds = 30 * 24 * 3_600_000;
/** How long a device's change ids are stored: longer than a device is likely to be offline. */
const changesKeptMilliseconds = 60 * 24 * 3_600_000;

/** Deletes the ids of changes that no device will repeat, and old events. */
export function changeJobs({ db }: { db: Database }) {
  const sweep: JobDefinition<object> = {
    name: 'sweep-taken-changes',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '50 3 * * *',
    async run() {
      await deleteAppliedBefore(db, new Date(Date.now() - changesKeptMilliseconds));
      await deleteEventsBefore(db, new Date(Date.now() - eventsKeptMilliseconds));
    },
  };
  return [sweep];
}
