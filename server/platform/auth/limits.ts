import { createHash } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '#server/platform/database/types.ts';
import { tooManyTries } from '#server/platform/http/http.errors.ts';
import { tryCounts } from '#server/schema/limits.tables.ts';

/** Counts attempts under a key; throws 429 with Retry-After once there are too many. */
export interface Limit {
  /** Counts an attempt. */
  consume(key: string): Promise<void>;
  /** Uncounts an attempt that turned out to be legitimate. */
  refund(key: string): Promise<void>;
}

/** How many attempts are allowed in how many seconds, counted across all processes of an installation. */
const rates = {
  /** Failed and unfinished sign-ins of one account from one address. */
  signInAccount: { tries: 10, seconds: 60 },
  /** Failed and unfinished sign-ins from one address, whatever the account. */
  signInAddress: { tries: 100, seconds: 60 },
  /** Failed and unfinished sign-ins of one account, from all addresses together. */
  signInAnywhere: { tries: 100, seconds: 15 * 60 },
  /** The same from a browser that has signed in to the account before, so that strangers cannot use up its attempts. */
  signInDevice: { tries: 30, seconds: 15 * 60 },
  /** Wrong codes of one account's second factor, and wrong codes of its authenticator app in a day. */
  secondFactor: { tries: 10, seconds: 15 * 60 },
  secondFactorDay: { tries: 50, seconds: 24 * 60 * 60 },
  /** Started passkey sign-ins per network; every page that offers one starts it. */
  passkeys: { tries: 200, seconds: 60 },
  /** Started sign-ins at the identity provider per network. */
  provider: { tries: 100, seconds: 60 },
  signUp: { tries: 60, seconds: 60 },
  /** Calls with one API key, and calls from one address with invalid keys. */
  apiKey: { tries: 600, seconds: 60 },
  wrongApiKey: { tries: 30, seconds: 60 },
  passwordReset: { tries: 10, seconds: 60 },
  /** Links of one kind sent to one address because one network, or one browser of its user, asked for them. */
  links: { tries: 5, seconds: 60 * 60 },
  /** Addresses entered by one account, each of which gets a link. */
  addressChange: { tries: 10, seconds: 60 * 60 },
  /** Case numbers tried by one account. */
  linking: { tries: 10, seconds: 60 },
  /** Frames of recordings sent by one account. */
  frames: { tries: 60, seconds: 60 },
  /** Invalid tokens of share links from one address, and reads of one link. */
  wrongShareTokens: { tries: 30, seconds: 60 },
  shareReads: { tries: 600, seconds: 60 },
  /** Test notifications of one account: each calls an address that the account has named. */
  pushTests: { tries: 10, seconds: 10 * 60 },
  /** Messages that one account's pages send over the WebSocket. */
  messages: { tries: 60, seconds: 60 },
} as const;
type LimitName = keyof typeof rates;
export type Limits = Record<LimitName, Limit>;

const off: Limit = { consume: () => Promise.resolve(), refund: () => Promise.resolve() };

function createLimit(db: Database, name: LimitName): Limit {
  const { seconds, tries } = rates[name];
  const limiter = new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: getTableName(tryCounts),
    tableCreated: true,
    keyPrefix: name,
    points: tries,
    duration: seconds,
    // One limiter suffices, because each of them would delete the expired rows of all.
    clearExpiredByTimeout: name === 'signUp',
  });
  const refuse = (milliseconds: number) => tooManyTries(Math.max(1, Math.ceil(milliseconds / 1000)));
  // Hashed, because names may be long and must not be stored.
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    consume: async (key) => {
      const state = await limiter.penalty(hashed(key));
      if (state.consumedPoints > tries) throw refuse(state.msBeforeNext);
    },
    refund: async (key) => {
      await limiter.reward(hashed(key));
    },
  };
}

/** The limits, counted in the database; nothing is limited unless `on` is true. */
export function createLimits(db: Database, on: boolean): Limits {
  const limits = (Object.keys(rates) as LimitName[]).map((name) => [name, on ? createLimit(db, name) : off]);
  return Object.fromEntries(limits) as Limits;
}
