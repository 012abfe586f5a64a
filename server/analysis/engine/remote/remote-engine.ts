import { AnalysisPostponed } from '../../analysis.errors.ts';
import { assemble } from '../../assembly.ts';
import type { Reading } from '../port.ts';
import type { Analysis } from '#contract/analysis.ts';
import { combineReaders } from '../team.rules.ts';
import { costOf, type Prices } from './costs.rules.ts';
import { RemoteFailure } from './failures.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { readingMsOf } from './patience.rules.ts';
import { questionVersion } from './question.rules.ts';
import type { PhotoContext, RemoteReader, RemoteReading, SentPicture } from './reader.ts';
import { createRequests, systemClock, type Clock, type BudgetPort } from './requests.ts';

/** The photo that is analyzed. */
export interface AnalysisSubject {
  photoId: string | null;
  propertyId: string | null;
  context: PhotoContext;
  /** How long the analysis may wait while the service is rate-limited; undefined: do not wait. */
  waitsUntil: Date | null;
}

export interface RemoteEngineOptions {
  reader: RemoteReader;
  ledger: Ledger;
  prices: Prices;
  timeoutMs: number;
  /** Requests under way at once. */
  atOnce: number;
  /** The longest wait that a service may ask for and get while the photo is held. */
  maxWaitMs: number;
  clock?: Clock;
  logger?: { warn(details: object, message: string): void };
}

export interface RemoteEngine {
  readonly name: string;
  readonly readsParts: boolean;
  /** Throws AnalysisPostponed while the service asks to be left alone and the photo may wait. */
  checkTurn(subject: AnalysisSubject): void;
  /** Both readers' analysis, or the built-in engine's with the reason. Throws AnalysisPostponed. */
  analyze(builtin: Reading, pictures: readonly SentPicture[], subject: AnalysisSubject): Promise<Analysis>;
}

/** Minimum delay before a postponed photo is retried, so that the queue does not hammer the service. */
const minPostponementMs = 30_000;

/** A model service as the first of two readers; the built-in engine is the second, and replaces it when it fails. */
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
    const patienceMs = readingMsOf(pictures.length, options) + options.maxWaitMs;
    const request = requests.of(budgetOf(entry), giveUp.signal, patienceMs);
    try {
      return await Promise.all(pictures.map((picture) => reader.read(picture, context, request)));
    } finally {
      // After one failed picture, do not pay for the rest.
      giveUp.abort();
    }
  }

  /** When the photo is to be tried again; null where it does not wait. */
  function postponedTo(failure: RemoteFailure, { waitsUntil }: AnalysisSubject): Date | null {
    if (failure.code !== 'busy' || failure.retryAfterMs === null || !waitsUntil) return null;
    const at = new Date(clock.now() + Math.max(failure.retryAfterMs, minPostponementMs));
    return at <= waitsUntil ? at : null;
  }

  return {
    name: reader.name,
    readsParts: reader.readsParts,

    checkTurn(subject) {
      const obstacle = requests.obstacle();
      const at = obstacle && postponedTo(obstacle, subject);
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
        const at = postponedTo(error, subject);
        await entry.close(at ? 'postponed' : error.code);
        if (at) throw new AnalysisPostponed(at);
        const standsInFor = { name: reader.name, reason: error.code, detail: error.message };
        logger?.warn({ engine: reader.name, reason: error.code, photoId }, 'The built-in engine stands in');
        return assemble(builtin, { standsInFor });
      }
    },
  };
}
