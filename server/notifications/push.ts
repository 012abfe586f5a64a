import { z } from 'zod';
import { itemPlaceText } from '#contract/item-places.ts';
import { type ItemPlace } from '#contract/places.ts';
import { translateTo, translationOf } from '#contract/translations/of.ts';
import type { PushedNotice } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { call, CallFailure } from '#server/platform/outgoing/call.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { PushSubscriptionRow } from '#server/schema/notifications.tables.ts';
import { contactOf, pushKeysOf } from './push.rules.ts';
import * as repository from './push.repository.ts';

const payload = z.object({
  sessionId: z.uuid(),
  /** Null for a test that the user requested. */
  notificationId: z.uuid().nullable(),
});
export type PushDelivery = z.infer<typeof payload>;
/** Sends one notification to one device. */
export const deliverPush: JobKind<PushDelivery> = { name: 'deliver-push', payload };

/** The time limit for one whole call, in milliseconds. */
const timeoutMs = 10_000;
/** How long a push service keeps a text for a device that is off, in seconds. */
const ttlSeconds = 24 * 3600;

type Settings = Pick<Config, 'mode' | 'pushSecret' | 'webhookPrivateAddresses' | 'publicUrl' | 'mailFrom'>;
/**
 * Every account names the address of its push service, so none may lead into the private network of a production server,
 * whatever admins may do with webhooks.
 */
export const allowsPrivatePush = ({
  mode,
  webhookPrivateAddresses,
}: Pick<Config, 'mode' | 'webhookPrivateAddresses'>) => mode === 'evaluation' && webhookPrivateAddresses;

type Device = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;

/**
 * Builds the request that carries a text to a device, encrypted for that device only (RFC 8291); throws when the
 * device's keys are invalid.
 */
export async function pushRequest(device: Device, text: string, config: Settings) {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    text,
    {
      vapidDetails: { subject: contactOf(config), ...pushKeysOf(config.pushSecret) },
      TTL: ttlSeconds,
      urgency: 'high',
    },
  );
  return { headers, body };
}

/** A notice in English, and the place that it names. */
type EnglishNotice = PushedNotice & { place: ItemPlace | null };

const testNotice: EnglishNotice = {
  title: 'Innspect',
  body: 'Notifications reach this device.',
  place: null,
  link: '/settings?tab=account',
  tag: 'test',
};

async function noticeOf(db: Database, notificationId: string | null): Promise<EnglishNotice | null> {
  if (notificationId === null) return testNotice;
  // Null when it was read on a page or withdrawn meanwhile.
  const row = await repository.findUnread(db, notificationId);
  return row && { title: row.title, body: row.body, place: row.place, link: row.link ?? '/', tag: row.id };
}

/** Sends one notification to one device. Throws when it should be retried; a device that is gone is deleted. */
export async function deliver(
  { db, changes, config }: { db: Database; changes: Changes; config: Settings },
  { sessionId, notificationId }: PushDelivery,
): Promise<void> {
  const [device] = await repository.listReachable(db, { sessionId });
  const notice = device ? await noticeOf(db, notificationId) : null;
  if (!device || !notice) return;
  const { sentence } = translationOf(device.language) ?? { sentence: (english: string) => english };
  const { place, ...shown } = notice;
  const told: PushedNotice = {
    ...shown,
    title: sentence(notice.title),
    body: [place && itemPlaceText(place, translateTo(device.language)), sentence(notice.body)]
      .filter(Boolean)
      .join('\n'),
  };
  const { headers, body } = await pushRequest(device, JSON.stringify(told), config);
  try {
    const { 'Content-Length': _length, ...sent } = headers;
    await call(device.endpoint, {
      allowsPrivate: allowsPrivatePush(config),
      timeout: timeoutMs,
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      body,
    });
  } catch (error) {
    if (error instanceof CallFailure && (error.status === 404 || error.status === 410))
      return changes.run(serverId, async (change) => {
        if (await repository.deleteSubscription(change.tx, sessionId, device.endpoint))
          change.audit('push.unsubscribed', 'push_subscription', sessionId, { answer: error.status });
      });
    throw error;
  }
}
