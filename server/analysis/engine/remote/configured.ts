import type { RemoteAiConfig } from '#server/config.ai.ts';
import { toMicros } from './costs.rules.ts';
import { createMemoryLedger, type Ledger } from './ledger.ts';
import { createRemoteEngine, type RemoteEngine, type RemoteEngineOptions } from './remote-engine.ts';
import { createRemoteReader } from './vendors.ts';

/** A longer wait would block a job, so a photo that can wait is postponed instead. */
const maxWaitMs = 5000;

/** The configured model service; null when the engine runs on this machine. */
export const createConfiguredEngine = (
  config: RemoteAiConfig | null,
  options: { ledger: Ledger } & Partial<Pick<RemoteEngineOptions, 'clock' | 'logger' | 'maxWaitMs'>>,
): RemoteEngine | null =>
  config && createRemoteEngine({ maxWaitMs, ...config, ...options, reader: createRemoteReader(config) });

/** A command has nothing else to do, so it waits longer. */
const maxCommandWaitMs = 10 * 60_000;

/** The same for a command without a database, whose budget covers one run. */
export function createCommandEngine(config: RemoteAiConfig | null): RemoteEngine | null {
  const budget = config?.budget ?? null;
  const ledger = createMemoryLedger(budget === null ? null : toMicros(budget));
  return createConfiguredEngine(config, { ledger, maxWaitMs: maxCommandWaitMs });
}
