import { createECDH, createHmac } from 'node:crypto';
import { topicOfKind } from '#contract/push.ts';
import type { notificationKinds } from '#contract/notifications.ts';

/** The key pair that identifies this server to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Derives the keys from the secret, so that they are the same in all processes and after every start, and devices stay
 * subscribed. A few 32-byte numbers are not valid private keys of the curve; then the next one is tried.
 */
export function pushKeysOf(secret: string): PushKeys {
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = createHmac('sha256', secret).update(`vapid ${attempt}`).digest();
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(privateKey);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}

/** The contact for push services: the site, or else the sender of its mails. */
export function contactOf({ publicUrl, mailFrom }: { publicUrl: string | null; mailFrom: string }): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/**
 * How many seconds to wait before sending. A decision can be undone for 10 seconds, and must not be pushed if it was.
 */
export const pushDelayOf = (kind: (typeof notificationKinds)[number]): number =>
  topicOfKind[kind] === 'decisions' ? 12 : 0;
