import { parentPort, workerData } from 'node:worker_threads';
import { PhotoRejected } from '../analysis.errors.ts';
import type { RejectionCode } from '../analysis.errors.ts';
import { createProcessor } from '../processor.ts';
import type { ProcessedPhoto, ProcessorOptions, PictureReading } from '../processor.ts';
import type { Pixels } from '../picture/codec.ts';
import { inspect } from '../picture/facts.ts';
import type { PhotoFacts } from '../picture/facts.ts';

/** What the analyzer's workers are asked for. */
export type WorkerTask =
  | { kind: 'inspect'; path: string; allowPdf: boolean }
  | { kind: 'process'; path: string; analyze: boolean }
  | { kind: 'page'; pixels: Pixels }
  | { kind: 'analyze'; path: string };
export type WorkerValue = PhotoFacts | ProcessedPhoto | PictureReading;
/** An error as it crosses the thread: a class does not survive the copy. */
export interface WorkerFailure {
  rejection: RejectionCode | null;
  message: string;
}

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
const processor = createProcessor(workerData as ProcessorOptions);

function perform(task: WorkerTask): Promise<WorkerValue> {
  if (task.kind === 'inspect') return inspect(task.path, { allowPdf: task.allowPdf });
  if (task.kind === 'analyze') return processor.analyze(task.path);
  return task.kind === 'page' ? processor.page(task.pixels) : processor.photo(task.path, task);
}

port.on('message', ({ id, task }: { id: number; task: WorkerTask }) => {
  perform(task).then(
    (value) => port.postMessage({ id, value }),
    (error: unknown) => {
      const failure: WorkerFailure = {
        rejection: error instanceof PhotoRejected ? error.code : null,
        message: error instanceof Error ? error.message : String(error),
      };
      port.postMessage({ id, error: failure });
    },
  );
});
