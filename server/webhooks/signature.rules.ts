import { createHmac } from 'node:crypto';

/** How long deliveries are signed with the earlier secret as well, so that the other side can be changed in peace. */
export const secretOverlap = 24 * 3_600_000;

const hexOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The signature of a body at a time: one part for each secret. */
export const signatureOf = (secrets: readonly string[], seconds: number, body: string): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `v1=${hexOf(secret, seconds, body)}`)].join(',');
