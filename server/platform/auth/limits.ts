import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyTries } from '#server/platform/http/http.errors.ts';

/** Counts tries under a key; throws 429 with Retry-After once there are too many. */
export interface Limit {
  /** Counts a try. */
  consume(key: string): Promise<void>;
  /** Uncounts a try that turned out to be legitimate. */
  refund(key: string): Promise<void>;
}

export interface Limits {
  /** Failed and unfinished sign-ins of one account from one address. */
  signInAccount: Limit;
  /** Failed and unfinished sign-ins from one address, whatever the account. */
  signInAddress: Limit;
  /** Failed and unfinished sign-ins of one account, from all addresses together. */
  signInAnywhere: Limit;
  signUp: Limit;
  passwordReset: Limit;
  /** Addresses that one account names, each of which is sent a link. */
  addressChange: Limit;
  /** Case numbers tried by one account. */
  linking: Limit;
  /** Frames of live inspections, of one account. */
  frames: Limit;
  /** Messages that the pages of one account send over the WebSocket. */
  messages: Limit;
}

const off: Limit = { consume: () => Promise.resolve(), refund: () => Promise.resolve() };

function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const refuse = (milliseconds: number) => tooManyTries(Math.max(1, Math.ceil(milliseconds / 1000)));
  return {
    consume: async (key) => {
      const state = await limiter.penalty(key);
      if (state.consumedPoints > points) throw refuse(state.msBeforeNext);
    },
    refund: async (key) => {
      await limiter.reward(key);
    },
  };
}

export function createLimits(on: boolean): Limits {
  if (!on) {
    return {
      signInAccount: off,
      signInAddress: off,
      signInAnywhere: off,
      signUp: off,
      passwordReset: off,
      addressChange: off,
      linking: off,
      frames: off,
      messages: off,
    };
  }
  return {
    signInAccount: limit(10, 60),
    signInAddress: limit(100, 60),
    signInAnywhere: limit(100, 15 * 60),
    signUp: limit(60, 60),
    passwordReset: limit(10, 60),
    addressChange: limit(10, 60 * 60),
    linking: limit(10, 60),
    frames: limit(60, 60),
    messages: limit(60, 60),
  };
}
