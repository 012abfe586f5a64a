import { createECDH, createHmac } from 'node:crypto';
import { topicOfKind } from '#contract/push.ts';
import type { notificationKinds } from '#contract/notifications.ts';

/** The pair of keys by which push services know this server (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys that belong to a secret: the same in all processes and after every start, so that devices stay subscribed. A
 * few numbers of 32 bytes are no private key of the curve; the next one is taken then.
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

/** Whom a push service may ask about this server: the site, or the sender of its mails. */
export function contactOf({ publicUrl, mailFrom }: { publicUrl: string | null; mailFrom: string }): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/** In seconds: a decision can be taken back for 10 seconds, and nobody is called for one that was. */
export const waitOf = (kind: (typeof notificationKinds)[number]): number =>
  topicOfKind[kind] === 'decisions' ? 12 : 0;
