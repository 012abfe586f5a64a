import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Webhook, webhookInputSchema } from '#contract/webhooks.ts';
import type { Config } from '#server/config.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { mayBeCalled } from '#server/platform/outgoing/addresses.rules.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { DeliveryRow, WebhookRow } from '#server/schema/webhooks.tables.ts';
import { proofNeeded } from '#server/users/users.errors.ts';
import { needsProof } from '#server/users/users.rules.ts';
import { deliverEvent } from './deliveries.ts';
import { secretOverlap } from './signature.rules.ts';
import * as errors from './webhooks.errors.ts';
import * as repository from './webhooks.repository.ts';
import { maxWebhooks, newSecret, sealedFor, toWebhook } from './webhooks.rules.ts';

type Input = z.output<typeof webhookInputSchema>;
type WithSecret = Webhook & { secret: string };

/** The addresses of other systems that receive events; admins manage them. */
export interface WebhooksService {
  list(): Promise<Webhook[]>;
  find(actor: Actor, id: string): Promise<Authorized<WebhookRow> | null>;
  /** Adding, changing and renewing throw 403 without recent re-authentication. */
  add(actor: Actor, input: Input): Promise<WithSecret>;
  change(actor: Actor, webhook: Authorized<WebhookRow>, input: Input): Promise<Webhook>;
  /** Creates a new secret; for a day, deliveries are also signed with the previous one. */
  renewSecret(actor: Actor, webhook: Authorized<WebhookRow>): Promise<WithSecret>;
  remove(actor: Actor, webhook: Authorized<WebhookRow>): Promise<void>;
  listDeliveries(
    webhook: Authorized<WebhookRow>,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<DeliveryRow>>;
  findDelivery(actor: Actor, id: string): Promise<Authorized<DeliveryRow> | null>;
  /** Sends an event once more; throws 409 while it is still waiting. */
  sendAgain(actor: Actor, delivery: Authorized<DeliveryRow>): Promise<DeliveryRow>;
}

export function createWebhooksService(deps: { db: Database; config: Config; changes: Changes }): WebhooksService {
  const { db, config, changes } = deps;
  const sealed = (row: Pick<WebhookRow, 'id'>, secret: string) => seal(config.webhookSecret, secret, sealedFor(row));

  function check(actor: Actor, input?: Input): void {
    if (needsProof(actor.session)) throw proofNeeded();
    if (input && !mayBeCalled(input.url, config.webhookPrivateAddresses)) throw errors.webhookAddressNotAllowed();
  }
  const view = async (row: WebhookRow) => toWebhook(row, (await repository.listLatest(db)).get(row.id));

  return {
    async list() {
      const latest = await repository.listLatest(db);
      return (await repository.listWebhooks(db)).map((row) => toWebhook(row, latest.get(row.id)));
    },

    async find(_actor, id) {
      const row = await repository.findWebhook(db, id);
      return row && authorize(row);
    },

    async add(actor, input) {
      check(actor, input);
      const [id, secret] = [randomUUID(), newSecret()];
      return changes.run(actor.id, async (change) => {
        if ((await repository.countWebhooks(change.tx)) >= maxWebhooks) throw errors.tooManyWebhooks();
        const row = await repository.insertWebhook(change.tx, { id, ...input, secret: sealed({ id }, secret) });
        change.audit('webhook.created', 'webhook', id, { ...input });
        return { ...toWebhook(row, undefined), secret };
      });
    },

    async change(actor, { id }, input) {
      check(actor, input);
      const row = await changes.run(actor.id, async (change) => {
        if (!(await repository.lockWebhook(change.tx, id))) throw errors.webhookNotFound();
        change.audit('webhook.changed', 'webhook', id, { ...input });
        return repository.updateWebhook(change.tx, id, input);
      });
      return view(row);
    },

    async renewSecret(actor, { id }) {
      check(actor);
      const secret = newSecret();
      const row = await changes.run(actor.id, async (change) => {
        const before = await repository.lockWebhook(change.tx, id);
        if (!before) throw errors.webhookNotFound();
        change.audit('webhook.secret_renewed', 'webhook', id, { name: before.name });
        return repository.updateWebhook(change.tx, id, {
          secret: sealed({ id }, secret),
          previousSecret: before.secret,
          previousUntil: new Date(Date.now() + secretOverlap),
        });
      });
      return { ...(await view(row)), secret };
    },

    remove: (actor, { id, name, url }) =>
      changes.run(actor.id, async (change) => {
        if (!(await repository.lockWebhook(change.tx, id))) throw errors.webhookNotFound();
        await repository.deleteWebhook(change.tx, id);
        change.audit('webhook.deleted', 'webhook', id, { name, url });
      }),

    listDeliveries: ({ id }, page) => repository.listDeliveries(db, id, page),

    async findDelivery(_actor, id) {
      const row = await repository.findDelivery(db, id);
      return row && authorize(row);
    },

    sendAgain: (actor, { id, webhookId }) =>
      changes.run(actor.id, async (change) => {
        const [webhook, delivery] = [
          await repository.lockWebhook(change.tx, webhookId),
          await repository.lockDelivery(change.tx, id),
        ];
        if (!webhook || !delivery) throw errors.deliveryNotFound();
        if (!webhook.active) throw errors.webhookIsOff();
        if (delivery.state === 'waiting') throw errors.deliveryStillWaits();
        const waiting = await repository.updateDelivery(change.tx, id, { state: 'waiting' });
        await change.enqueue(deliverEvent, { deliveryId: id }, { group: webhookId });
        change.audit('webhook.sent_again', 'webhook', webhookId, { deliveryId: id, event: delivery.event });
        return waiting ?? delivery;
      }),
  };
}
