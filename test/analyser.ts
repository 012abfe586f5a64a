import { AnalysisFailed } from '#server/analysis/analysis.errors.ts';
import type { EngineName } from '#server/config.settings.ts';
import { createAnalyser, type Analyser } from '#server/analysis/analyser.service.ts';

const analysers = new Map<string, Analyser>();

/**
 * An analyser whose threads outlive the test file, because loading their models takes seconds. Closing it rejects what
 * is still waited for, as it does in the product.
 */
export function sharedAnalyser(engine: EngineName, faceBlur: boolean): Analyser {
  const key = `${engine} ${faceBlur}`;
  const shared = analysers.get(key) ?? createAnalyser({ workers: 1, engine, faceBlur });
  analysers.set(key, shared);
  const { promise: closed, reject } = Promise.withResolvers<never>();
  closed.catch(() => undefined);
  const unlessClosed = <T>(work: Promise<T>): Promise<T> => Promise.race([work, closed]);
  return {
    inspectFile: (...args) => unlessClosed(shared.inspectFile(...args)),
    process: (...args) => unlessClosed(shared.process(...args)),
    analysePicture: (...args) => unlessClosed(shared.analysePicture(...args)),
    readLines: (...args) => unlessClosed(shared.readLines(...args)),
    close: async () => reject(new AnalysisFailed('closed', 'The analyser is closed')),
  };
}
