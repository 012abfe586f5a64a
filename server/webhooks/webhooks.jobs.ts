import type { Config } from '#server/config.ts';
import { eventPublished } from '#server/platform/changes/changes.jobs.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { deliver, deliverEvent } from './deliveries.ts';
import * as repository from './webhooks.repository.ts';

type PayloadOf<Kind> = Kind extends { payload: { _output: infer Payload } } ? Payload : never;

export function webhookJobs(deps: { db: Database; config: Config; queue: Queue }) {
  /** Creates a delivery of an event to every address that listens to it. */
  const spread: JobDefinition<PayloadOf<typeof eventPublished>> = {
    ...eventPublished,
    retryLimit: 5,
    retryDelaySeconds: 5,
    timeoutSeconds: 60,
    async run({ eventId }) {
      const event = await repository.findEvent(deps.db, eventId);
      if (!event) return;
      await deps.db.transaction(async (tx) => {
        for (const { id } of await repository.listListeners(tx, event.type)) {
          const delivery = await repository.insertDelivery(tx, { webhookId: id, eventId, event: event.type });
          if (delivery) await deps.queue.send(tx, deliverEvent, { deliveryId: delivery.id }, { group: id });
        }
      });
    },
  };
  const send: JobDefinition<PayloadOf<typeof deliverEvent>> = {
    ...deliverEvent,
    // The first retry is after 20 seconds, each further one after twice as long: it gives up after about three hours.
    retryLimit: 9,
    retryDelaySeconds: 20,
    timeoutSeconds: 60,
    // One at a time for each webhook, so only eight receivers that do not answer at once would delay the others.
    concurrency: 8,
    run: ({ deliveryId }) => deliver(deps, deliveryId),
    async gaveUp({ deliveryId }) {
      const delivery = await repository.findDelivery(deps.db, deliveryId);
      if (delivery?.state === 'waiting') await repository.updateDelivery(deps.db, deliveryId, { state: 'failed' });
    },
  };
  return [spread, send];
}
