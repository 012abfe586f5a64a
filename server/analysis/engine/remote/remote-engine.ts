import { AnalysisPostponed } from '../../analysis.errors.ts';
import { assemble } from '../../assembly.ts';
import type { Reading } from '../port.ts';
import type { Analysis } from '#contract/analysis.ts';
import { combineReaders } from '../team.rules.ts';
import { costOf, type Prices } from './costs.rules.ts';
import { RemoteFailure } from './failures.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { readingTimeLimitMs } from './time-limits.rules.ts';
import { questionVersion } from './question.rules.ts';
import type { PhotoContext, RemoteReader, RemoteReading, SentPicture } from './reader.ts';
import { createRequests, systemClock, type Clock, type BudgetPort } from './requests.ts';

/** The photo that is analyzed. */
export interface AnalysisSubject {
  photoId: string | null;
  propertyId: string | null;
  context: PhotoContext;
  /** Until when the analysis may wait while the service is rate-limited; null: do not wait. */
  waitsUntil: Date | null;
}

export interface RemoteEngineOptions {
  reader: RemoteReader;
  ledger: Ledger;
  prices: Prices;
  timeoutMs: number;
  /** The maximum number of simultaneous requests. */
  atOnce: number;
  /** The longest wait that a service may request while the photo is being processed. */
  maxWaitMs: number;
  clock?: Clock;
  logger?: { warn(details: object, message: string): void };
}

export interface RemoteEngine {
  readonly name: string;
  readonly readsParts: boolean;
  /** Throws AnalysisPostponed while the service is rate-limited and the photo can wait. */
  checkTurn(subject: AnalysisSubject): void;
  /** The analysis by both readers, or by the built-in engine alone with the reason. Throws AnalysisPostponed. */
  analyze(builtin: Reading, pictures: readonly SentPicture[], subject: AnalysisSubject): Promise<Analysis>;
}

/** The minimum delay before a postponed photo is retried, so that the queue does not overload the service. */
const minPostponementMs = 30_000;

/** Combines a model service with the built-in engine as the second reader, which replaces the service when it fails. */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { clock = systemClock, ledger, logger, prices, reader } = options;
  const requests = createRequests({ ...options, clock });

  const budgetOf = (entry: LedgerEntry): BudgetPort => ({
    reserve: (atMost) => entry.reserve(costOf(atMost, prices)),
    settle: (atMost, usage) => entry.settle(costOf(atMost, prices), { usage, cost: costOf(usage, prices) }),
  });

  async function readAll(
    pictures: readonly SentPicture[],
    { context }: AnalysisSubject,
    entry: LedgerEntry,
  ): Promise<RemoteReading[]> {
    const giveUp = new AbortController();
    const timeLimitMs = readingTimeLimitMs(pictures.length, options) + options.maxWaitMs;
    const request = requests.of(budgetOf(entry), giveUp.signal, timeLimitMs);
    try {
      return await Promise.all(pictures.map((picture) => reader.read(picture, context, request)));
    } finally {
      // After one failed picture, do not pay for the rest.
      giveUp.abort();
    }
  }

  /** When to retry the photo; null when it does not wait. */
  function retryTimeOf(failure: RemoteFailure, { waitsUntil }: AnalysisSubject): Date | null {
    if (failure.code !== 'busy' || failure.retryAfterMs === null || !waitsUntil) return null;
    const at = new Date(clock.now() + Math.max(failure.retryAfterMs, minPostponementMs));
    return at <= waitsUntil ? at : null;
  }

  return {
    name: reader.name,
    readsParts: reader.readsParts,

    checkTurn(subject) {
      const obstacle = requests.obstacle();
      const at = obstacle && retryTimeOf(obstacle, subject);
      if (at) throw new AnalysisPostponed(at);
    },

    async analyze(builtin, pictures, subject) {
      const started = clock.now();
      const { photoId, propertyId } = subject;
      const entry = await ledger.open({ engine: reader.name, model: reader.model, photoId, propertyId });
      try {
        const readings = await readAll(pictures, subject, entry);
        await entry.close('answered');
        const version = reader.namesDamage ? questionVersion : '1';
        const result = {
          ...builtin.result,
          ...combineReaders(builtin.result, readings, reader),
          model: reader.model,
          version,
        };
        const durationMs = builtin.durationMs + clock.now() - started;
        const places = { name: builtin.engine, version: builtin.result.version };
        return assemble({ ...builtin, engine: reader.name, result, durationMs }, { places });
      } catch (error) {
        if (!(error instanceof RemoteFailure)) throw error;
        const at = retryTimeOf(error, subject);
        await entry.close(at ? 'postponed' : error.code);
        if (at) throw new AnalysisPostponed(at);
        const standsInFor = { name: reader.name, reason: error.code, detail: error.message };
        logger?.warn({ engine: reader.name, reason: error.code, photoId }, 'The built-in engine stands in');
        return assemble(builtin, { standsInFor });
      }
    },
  };
}
