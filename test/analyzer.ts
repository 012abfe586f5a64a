import { AnalysisFailed } from '#server/analysis/analysis.errors.ts';
import type { LocalEngineName } from '#contract/app-config.ts';
import { createAnalyzer, type Analyzer } from '#server/analysis/analyzer.service.ts';

const analyzers = new Map<string, Analyzer>();

/**
 * An analyzer whose worker processes outlive the test file, because loading their models takes seconds. Closing it rejects the
 * waiting tasks, as in the product.
 */
export function sharedAnalyzer(engine: LocalEngineName, faceBlur: boolean): Analyzer {
  const key = `${engine} ${faceBlur}`;
  const shared = analyzers.get(key) ?? createAnalyzer({ workers: 1, engine, faceBlur });
  analyzers.set(key, shared);
  const { promise: closed, reject } = Promise.withResolvers<never>();
  closed.catch(() => undefined);
  const rejectOnClose = <T>(work: Promise<T>): Promise<T> => Promise.race([work, closed]);
  return {
    inspectFile: (...args) => rejectOnClose(shared.inspectFile(...args)),
    process: (...args) => rejectOnClose(shared.process(...args)),
    printOf: (...args) => rejectOnClose(shared.printOf(...args)),
    analyzePicture: (...args) => rejectOnClose(shared.analyzePicture(...args)),
    readLines: (...args) => rejectOnClose(shared.readLines(...args)),
    close: async () => reject(new AnalysisFailed('closed', 'The analyzer is closed')),
  };
}
