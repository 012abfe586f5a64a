import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from '#server/platform/logger/logger.ts';
import { traced } from '#server/platform/telemetry/spans.ts';
import type { JobDefinition } from './job.ts';

/** Runs single jobs and returns their results. */
export function createJobRunner({ logger, stopping }: { logger: Logger; stopping: AbortSignal }) {
  return {
    async perform(definition: JobDefinition<object>, job: JobWithMetadata): Promise<JobResult> {
      const parsed = definition.payload.safeParse(job.data);
      if (!parsed.success) {
        logger.error({ job: job.name, id: job.id, err: parsed.error }, 'A job has a payload that does not fit.');
        // A retry would read the same payload.
        return { id: job.id, status: 'deadletter', output: { message: parsed.error.message } };
      }
      try {
        await traced(`job ${job.name}`, { 'job.id': job.id }, () =>
          definition.run(parsed.data, { signal: job.signal, stopping }),
        );
        return { id: job.id, status: 'completed' };
      } catch (error) {
        const last = job.retryCount >= job.retryLimit;
        const details = { job: job.name, id: job.id, try: job.retryCount + 1, err: error };
        logger[last ? 'error' : 'warn'](details, 'A job failed.');
        throw error;
      }
    },

    /**
     * Handles a job of the dead letter queue: one whose attempts are used up, even if the last one crashed the process.
     */
    async giveUp(definitions: readonly JobDefinition<object>[], job: JobWithMetadata): Promise<JobResult> {
      const definition = definitions.find(({ name }) => name === job.sourceName);
      logger.error({ job: job.sourceName, id: job.sourceId }, 'A job was given up.');
      const parsed = definition?.payload.safeParse(job.data);
      if (parsed?.success) await definition?.gaveUp?.(parsed.data);
      return { id: job.id, status: 'completed' };
    },
  };
}
