import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { unseal } from '#server/platform/auth/seal.ts';
import { call, CallFailure } from '#server/platform/outgoing/call.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { WebhookRow } from '#server/schema/webhooks.tables.ts';

import { signatureOf } from './signature.rules.ts';
import * as repository from './webhooks.repository.ts';
import { bodyOf, sealedFor } from './webhooks.rules.ts';

const payload = z.object({ deliveryId: z.uuid() });
export const deliverEvent: JobKind<z.infer<typeof payload>> = { name: 'deliver-event', payload };

/** The time limit for one whole call, in milliseconds. */
const timeoutMs = 10_000;

type Settings = Pick<Config, 'webhookSecret' | 'webhookPrivateAddresses'>;

/** The current signing secrets, newest first; empty when they were encrypted with another SESSION_SECRET. */
function secretsOf(webhook: WebhookRow, { webhookSecret }: Settings): string[] {
  const { secret, previousSecret, previousUntil } = webhook;
  const sealed = [secret, previousUntil && previousUntil.getTime() > Date.now() ? previousSecret : null];
  return sealed
    .map((each) => (each === null ? null : unseal(webhookSecret, each, sealedFor(webhook))))
    .filter((each) => each !== null);
}

/** Sends one event to one address and records the result. Throws when it should be retried. */
export async function deliver(deps: { db: Database; config: Settings }, deliveryId: string): Promise<void> {
  const { db, config } = deps;
  const delivery = await repository.findDelivery(db, deliveryId);
  if (delivery?.state !== 'waiting') return;
  const [webhook, event] = [
    await repository.findWebhook(db, delivery.webhookId),
    await repository.findEvent(db, delivery.eventId),
  ];
  if (!webhook || !event) return;
  const giveUp = (lastError: string) => repository.updateDelivery(db, deliveryId, { state: 'failed', lastError });
  if (!webhook.active) return void (await giveUp('The webhook was turned off'));
  const secrets = secretsOf(webhook, config);
  if (secrets.length === 0) return void (await giveUp('The secret cannot be read any more. Renew it'));

  const body = bodyOf(event);
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const status = await call(webhook.url, {
      allowsPrivate: config.webhookPrivateAddresses,
      timeout: timeoutMs,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Innspect-Webhook/1',
        'innspect-event': event.type,
        'innspect-event-id': event.id,
        'innspect-delivery-id': delivery.id,
        'innspect-signature': signatureOf(secrets, seconds, body),
      },
    });
    await repository.updateTried(db, deliveryId, { state: 'delivered', lastStatus: status, lastError: null });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    await repository.updateTried(db, deliveryId, { lastStatus: error.status, lastError: error.message });
    throw error;
  }
}
