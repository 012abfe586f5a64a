import { createProcessor } from '../processor.ts';
import type { ProcessedPhoto, ProcessorOptions, PictureReading } from '../processor.ts';
import type { Pixels } from '../picture/codec.ts';
import { inspect } from '../picture/facts.ts';
import type { PhotoFacts } from '../picture/facts.ts';
import { answerTasks, channel } from './channel.ts';

/** The tasks of the analyzer's workers. */
export type WorkerTask =
  | { kind: 'inspect'; path: string; allowPdf: boolean }
  | { kind: 'process'; path: string; analyze: boolean }
  | { kind: 'page'; pixels: Pixels }
  | { kind: 'analyze'; path: string; maxSide?: number | undefined };
export type WorkerValue = PhotoFacts | ProcessedPhoto | PictureReading;
const processor = channel.data.then((options) => createProcessor(options as ProcessorOptions));

async function perform(task: WorkerTask): Promise<WorkerValue> {
  if (task.kind === 'inspect') return inspect(task.path, { allowPdf: task.allowPdf });
  if (task.kind === 'analyze') return (await processor).analyze(task.path, task.maxSide);
  return task.kind === 'page' ? (await processor).page(task.pixels) : (await processor).photo(task.path, task);
}

answerTasks(perform);
