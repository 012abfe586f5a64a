import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { AppConfig } from '#contract/app-config.ts';
import type { EventHub } from '#server/platform/events/hub.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import { createSampleAccounts, type AccountsDeps } from './sample.accounts.ts';
import { sampleAccounts } from './sample.content.ts';
import { createLoader, type LoaderDeps } from './sample.loader.ts';
import * as repository from './sample.repository.ts';

export interface SampleService {
  state(): AppConfig['sampleData'];
  /**
   * On an empty database, creates the accounts and queues the rest; returns at once. In production mode, locks accounts
   * that still have the published passwords of an earlier evaluation.
   */
  begin(): Promise<void>;
  jobs: JobDefinition<object>[];
}

const progressSchema = z.object({ state: z.enum(['off', 'loading', 'ready', 'failed']), percent: z.number() });
type Progress = z.infer<typeof progressSchema>;
const storedSchema = progressSchema.extend({
  /** The names of the pictures that are placed, which another attempt does not draw again. */
  placed: z.array(z.string()).default([]),
});

const loadSample: JobKind<object> = { name: 'load-sample-data', payload: z.object({}) };

const publishedAccounts = sampleAccounts.map(({ role, username, password, firstName, lastName }) => ({
  role,
  username,
  password,
  name: `${firstName} ${lastName}`,
}));

export function createSample(deps: AccountsDeps & LoaderDeps & { events: EventHub }): SampleService {
  const { db, config, changes, events } = deps;
  const accounts = createSampleAccounts(deps);
  const load = createLoader(deps);
  let progress: Progress = { state: 'off', percent: 0 };
  events.subscribe(({ event }) => {
    if (event.type === 'sample_progress') progress = event.payload;
  });

  const placedBefore = async () => storedSchema.parse(await repository.findProgress(db)).placed;

  async function report(adminId: string, next: Progress, placed: readonly string[]): Promise<void> {
    await changes.run(adminId, async (change) => {
      await repository.saveProgress(change.tx, { ...next, placed });
      change.push({ type: 'sample_progress', payload: next }, { users: [], everybody: true });
    });
    progress = next;
  }

  const loadJob: JobDefinition<object> = {
    ...loadSample,
    // Each stop of the server during the load uses up an attempt, and so do every 15 minutes on a slow machine.
    retryLimit: 20,
    retryDelaySeconds: 1,
    timeoutSeconds: 900,
    async run(_payload, { signal, stopping }) {
      // Do not continue an evaluation's unfinished load in production.
      if (config.mode === 'production') return;
      const folder = await mkdtemp(join(tmpdir(), 'innspect-sample-'));
      try {
        await accounts.actAs(async (actors) => {
          await load(actors, {
            folder,
            signal: AbortSignal.any([signal, stopping]),
            placed: await placedBefore(),
            onProgress: (percent, placed) => report(actors.admin.id, { state: 'loading', percent }, placed),
          });
          await report(actors.admin.id, { state: 'ready', percent: 100 }, await placedBefore());
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async gaveUp() {
      const adminId = await accounts.adminId();
      if (adminId) await report(adminId, { state: 'failed', percent: progress.percent }, await placedBefore());
    },
  };

  return {
    state: () => ({ ...progress, accounts: progress.state === 'off' ? [] : publishedAccounts }),
    async begin() {
      const saved = await repository.findProgress(db);
      if (config.mode === 'production') {
        if (saved) await accounts.lock();
        return;
      }
      if (!config.sampleData) return;
      await accounts.create(async (change) => {
        await repository.saveProgress(change.tx, { state: 'loading', percent: 0, placed: [] });
        await change.enqueue(loadSample, {});
      });
      const current = await repository.findProgress(db);
      if (current) progress = progressSchema.parse(current);
    },
    jobs: [loadJob],
  };
}
