import {
  drawFirstPage,
  readDocument,
  readLines,
  type DocumentFacts,
  type DocumentLines,
} from '../document/document.ts';
import type { Pixels } from '../picture/codec.ts';
import { answerTasks } from './channel.ts';

/** The tasks of the document worker. */
export type DocumentTask =
  | { kind: 'facts'; path: string; longest: number }
  | { kind: 'draw'; path: string; longest: number }
  | { kind: 'lines'; file: Uint8Array };
export type DocumentValue = DocumentFacts | Pixels | DocumentLines;

function perform(task: DocumentTask): Promise<DocumentValue> {
  if (task.kind === 'lines') return readLines(task.file);
  const { longest, path } = task;
  return task.kind === 'facts' ? readDocument(path, longest) : drawFirstPage(path, longest);
}

answerTasks(perform);
