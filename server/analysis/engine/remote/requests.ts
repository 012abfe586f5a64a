import { setTimeout as delay } from 'node:timers/promises';
import { isServiceFailure, isTransient, RemoteFailure } from './failures.ts';
import { countedUsage, noUsage } from './costs.rules.ts';
import type { Request, ReportedUsage, Usage } from './reader.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** 0-1, so that processes do not all retry at the same moment. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => delay(ms, undefined, { signal }),
  random: () => Math.random(),
};

/** Reserves the cost of a request, and replaces that with its actual cost. */
export interface BudgetPort {
  /** Returns false when the request exceeds the month's budget. */
  reserve(atMost: Usage): Promise<boolean>;
  settle(atMost: Usage, used: Usage): Promise<void>;
}

export interface RequestOptions {
  /** The time limit of one request. */
  timeoutMs: number;
  /** The longest wait that a service may request before a retry. */
  maxWaitMs: number;
  /** The maximum number of simultaneous requests. */
  atOnce: number;
  clock: Clock;
}

const tries = 3;
const firstPauseMs = 500;
/** The pause after a 429 that does not state a duration. */
const defaultPauseMs = 30_000;
/** After this many consecutive failures the service is not called for a while. */
const failuresInARow = 3;
const restMs = 60_000;

/** Limits how much work runs at once; the rest waits in order. */
function createTurns(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

async function waitFor(clock: Clock, ms: number, stop: AbortSignal): Promise<void> {
  await clock.wait(ms, stop).catch(() => {
    throw new RemoteFailure('timed_out');
  });
}

/** Pauses requests while the service is rate-limited, and after repeated failures. */
function createPause(clock: Clock, maxWaitMs: number) {
  let pause: { until: number; failure: RemoteFailure } | null = null;
  let failed = 0;

  /** The failure that prevents a request now; null when one can be made, perhaps after a short wait. */
  function obstacle(): RemoteFailure | null {
    const left = (pause?.until ?? 0) - clock.now();
    if (!pause || left <= (pause.failure.code === 'busy' ? maxWaitMs : 0)) return null;
    return new RemoteFailure(pause.failure.code, left);
  }

  return {
    obstacle,
    succeeded: () => {
      failed = 0;
    },
    recordFailure(failure: RemoteFailure): void {
      const now = clock.now();
      if (failure.code === 'busy') {
        pause = { until: now + (failure.retryAfterMs ?? defaultPauseMs), failure };
        return;
      }
      failed = isServiceFailure(failure) ? failed + 1 : 0;
      if (failed >= failuresInARow) pause = { until: now + restMs, failure };
    },
    async passed(stop: AbortSignal): Promise<void> {
      const failure = obstacle();
      if (failure) throw failure;
      const left = (pause?.until ?? 0) - clock.now();
      if (left > 0) await waitFor(clock, left, stop);
    },
  };
}

/** The requests of this process to one service: their order, time limits and pauses. */
export function createRequests({ atOnce, clock, maxWaitMs, timeoutMs }: RequestOptions) {
  const inTurn = createTurns(atOnce);
  const pause = createPause(clock, maxWaitMs);

  /** Enforces the time limit, because a request of a vendor's library may hang although its signal is aborted. */
  async function withTimeLimit<T>(send: (signal: AbortSignal) => Promise<T>, stop: AbortSignal): Promise<T> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    if (signal.aborted) throw new RemoteFailure('timed_out');
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new RemoteFailure('timed_out')), { once: true }),
    );
    return Promise.race([send(signal), late]);
  }

  async function attempt<T>(
    [budget, stop]: [BudgetPort, AbortSignal],
    atMost: Usage,
    send: (signal: AbortSignal) => Promise<{ value: T; usage: ReportedUsage }>,
  ): Promise<T> {
    if (stop.aborted) throw new RemoteFailure('timed_out');
    await pause.passed(stop);
    if (!(await budget.reserve(atMost))) throw new RemoteFailure('budget_spent');
    const sent = await withTimeLimit(send, stop).catch((error: unknown) =>
      error instanceof RemoteFailure ? error : new RemoteFailure('broken', null, true),
    );
    if (sent instanceof RemoteFailure) {
      // A request that may have been billed keeps its reservation.
      if (!sent.mayBeBilled) await budget.settle(atMost, noUsage);
      if (!stop.aborted) pause.recordFailure(sent);
      throw sent;
    }
    await budget.settle(atMost, countedUsage(sent.usage, atMost));
    pause.succeeded();
    return sent.value;
  }

  return {
    obstacle: pause.obstacle,
    /** Requests that share a budget and a time limit, which starts with the first request's turn. */
    of(budget: BudgetPort, giveUp: AbortSignal, timeLimitMs: number): Request {
      let deadline: AbortSignal | undefined;
      return (atMost, send) =>
        inTurn(async () => {
          deadline ??= AbortSignal.timeout(timeLimitMs);
          const stop = AbortSignal.any([giveUp, deadline]);
          for (let tried = 1; ; tried += 1) {
            try {
              return await attempt([budget, stop], atMost, send);
            } catch (error) {
              if (!(error instanceof RemoteFailure) || !isTransient(error) || tried === tries) throw error;
              const asked = error.retryAfterMs ?? firstPauseMs * 2 ** (tried - 1) * (1 + clock.random());
              if (asked > maxWaitMs) throw error;
              // A 429 delays all requests, not only this one.
              if (error.code !== 'busy') await waitFor(clock, asked, stop);
            }
          }
        });
    },
  };
}
