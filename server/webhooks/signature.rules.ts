import { createHmac } from 'node:crypto';

/** How long deliveries are also signed with the previous secret, so that the receiver has time to change it. */
export const secretOverlap = 24 * 3_600_000;

const hexOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The signature of a body at a time, with one part per secret. */
export const signatureOf = (secrets: readonly string[], seconds: number, body: string): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `v1=${hexOf(secret, seconds, body)}`)].join(',');
