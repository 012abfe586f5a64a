import type { z } from 'zod';
import { pushTopics, topicOfKind, type PushSettings, type pushSubscriptionInputSchema } from '#contract/push.ts';
import type { notificationKinds } from '#contract/notifications.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { mayBeCalled } from '#server/platform/outgoing/addresses.rules.ts';
import { notSubscribed, pushAddressNotAllowed, pushKeysNotUsable } from './notifications.errors.ts';
import { allowsPrivatePush, deliverPush, pushRequest } from './push.ts';
import { pushKeysOf, pushDelayOf } from './push.rules.ts';
import * as repository from './push.repository.ts';

/**
 * Sends notifications to devices while Innspect is closed. A device belongs to the session that subscribed it and ends
 * with it.
 */
export interface PushService {
  settings(actor: Actor): Promise<PushSettings>;
  /** Throws 400 for an endpoint that must not be called, and for invalid keys. */
  subscribe(actor: Actor, input: z.output<typeof pushSubscriptionInputSchema>): Promise<PushSettings>;
  unsubscribe(actor: Actor): Promise<void>;
  /** Sends a test to the device of this session; throws 409 when it has none, 429 after many. */
  sendTest(actor: Actor): Promise<void>;
  /** Sends notifications to the devices of their receivers once the change commits. */
  push(
    change: Change,
    kind: (typeof notificationKinds)[number],
    rows: readonly { id: string; userId: string }[],
  ): Promise<void>;
}

export function createPushService(deps: {
  db: Database;
  changes: Changes;
  limits: Limits;
  config: Pick<Config, 'mode' | 'pushSecret' | 'webhookPrivateAddresses' | 'publicUrl' | 'mailFrom'>;
}): PushService {
  const { db, changes, config, limits } = deps;

  async function settings({ session }: Actor): Promise<PushSettings> {
    const row = await repository.findSubscription(db, session.id);
    const { publicKey } = pushKeysOf(config.pushSecret);
    return { publicKey, subscription: row && { endpoint: row.endpoint, topics: row.topics } };
  }

  return {
    settings,

    async subscribe(actor, { endpoint, keys, topics }) {
      if (!mayBeCalled(endpoint, allowsPrivatePush(config))) throw pushAddressNotAllowed();
      await pushRequest({ endpoint, ...keys }, 'trial', config).catch(() => {
        throw pushKeysNotUsable();
      });
      const earlier = await repository.findSubscription(db, actor.session.id);
      const chosen = topics ?? earlier?.topics ?? [...pushTopics];
      await changes.run(actor.id, async (change) => {
        await repository.saveSubscription(change.tx, {
          sessionId: actor.session.id,
          userId: actor.id,
          endpoint,
          ...keys,
          topics: chosen,
        });
        // Without the address, which is a secret of the device.
        const details = { service: new URL(endpoint).hostname, topics: chosen };
        change.audit('push.subscribed', 'push_subscription', actor.session.id, details);
      });
      return settings(actor);
    },

    async unsubscribe({ id, session }) {
      await changes.run(id, async (change) => {
        if (await repository.deleteSubscription(change.tx, session.id))
          change.audit('push.unsubscribed', 'push_subscription', session.id);
      });
    },

    async sendTest({ id, session }) {
      if (!(await repository.findSubscription(db, session.id))) throw notSubscribed();
      await limits.pushTests.consume(id);
      await changes.enqueue(deliverPush, { sessionId: session.id, notificationId: null }, { group: id });
    },

    async push(change, kind, rows) {
      const devices = await repository.listReachable(change.tx, { userIds: rows.map(({ userId }) => userId) });
      for (const { sessionId, userId, topics } of devices)
        for (const row of rows.filter((each) => each.userId === userId && topics.includes(topicOfKind[kind])))
          await change.enqueue(
            deliverPush,
            { sessionId, notificationId: row.id },
            { startAfter: pushDelayOf(kind), group: userId },
          );
    },
  };
}
