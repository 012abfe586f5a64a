import type { AppConfig } from '#contract/app-config.ts';
import type { JobDefinition } from '#server/platform/queue/queue.ts';

export interface SampleService {
  state(): AppConfig['sampleData'];
  /** Starts loading on an empty database; answers at once. */
  begin(): Promise<void>;
  jobs: JobDefinition<object>[];
}

export function createSample(_deps: object): SampleService {
  return { state: () => ({ state: 'off', percent: 0, accounts: [] }), begin: async () => undefined, jobs: [] };
}
