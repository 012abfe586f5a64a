import { parentPort } from 'node:worker_threads';
import { PhotoRejected } from '../analysis.errors.ts';
import {
  drawFirstPage,
  readDocument,
  readLines,
  type DocumentFacts,
  type DocumentLines,
} from '../document/document.ts';
import type { Pixels } from '../picture/codec.ts';
import type { WorkerFailure } from './worker.ts';

/** What the worker for documents is asked for. */
export type DocumentTask =
  | { kind: 'facts'; path: string; longest: number }
  | { kind: 'draw'; path: string; longest: number }
  | { kind: 'lines'; file: Uint8Array };
export type DocumentValue = DocumentFacts | Pixels | DocumentLines;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');

function perform(task: DocumentTask): Promise<DocumentValue> {
  if (task.kind === 'lines') return readLines(task.file);
  const { longest, path } = task;
  return task.kind === 'facts' ? readDocument(path, longest) : drawFirstPage(path, longest);
}

port.on('message', ({ id, task }: { id: number; task: DocumentTask }) => {
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
