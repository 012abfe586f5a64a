import type { Quotas } from '#server/config.quotas.ts';
import type { Config } from '#server/config.ts';
import type { Person } from '#server/platform/http/actor.ts';
import { emailVerified } from './users.rules.ts';

export type { Quotas } from '#server/config.quotas.ts';

const MB = 1024 * 1024;

/**
 * Quotas of an account without a confirmed address: enough to look around, too little to be worth creating many
 * accounts.
 */
const unconfirmed: Quotas = {
  properties: 1,
  openUploads: 5,
  uploadsPerDay: 20,
  bytesPerDay: 100 * MB,
  waitingAnalyses: 5,
  propertiesPerDay: 5,
  inspectionsPerDay: 5,
  messagesPerDay: 5,
};

export const quotasOf = (config: Pick<Config, 'mode' | 'quotas'>, user: Pick<Person, 'emailVerifiedAt'>): Quotas =>
  emailVerified(config.mode, user) ? config.quotas : unconfirmed;

/** The start of the period that a daily quota covers. */
export const aDayAgo = (): Date => new Date(Date.now() - 24 * 3_600_000);
