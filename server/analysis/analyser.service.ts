import { availableParallelism } from 'node:os';
import type { Analysis } from '#contract/analysis.ts';
import { AnalysisFailed, PhotoRejected } from './analysis.errors.ts';
import type { PhotoFacts } from './picture/facts.ts';
import type { ProcessorOptions } from './processor.ts';
import { createPool } from './workers/pool.ts';
import type { WorkerFailure, WorkerTask, WorkerValue } from './workers/worker.ts';

export interface AnalyserOptions {
  /** Threads for analysing; as many again, without models, inspect uploads. Default: one a core, at most 4. */
  workers?: number;
  /** 'off' still makes derivatives and blurs faces. */
  engine?: ProcessorOptions['engine'];
  faceBlur?: boolean;
  /** Longest time for one photo, milliseconds; default a minute. */
  timeoutMs?: number;
  logger?: { warn(details: object, message: string): void };
}

export interface AnalysedPhoto {
  /** Null with engine 'off'. */
  analysis: Analysis | null;
  /** WebP without metadata, faces blurred: longest side 320 and 1600 pixels. */
  thumbnail: Buffer;
  preview: Buffer;
  /** Pixels of the upright original. */
  width: number;
  height: number;
  faces: number;
}

export interface Analyser {
  /** Facts of an uploaded file. Throws PhotoRejected when it is no acceptable photo, AnalysisFailed to be tried again. */
  inspectFile(path: string, options?: { allowPdf?: boolean }): Promise<PhotoFacts>;
  /** Analysis and derivatives of a photo, or with `analyse` false derivatives alone; throws as inspectFile. */
  process(path: string, options?: { analyse?: boolean }): Promise<AnalysedPhoto>;
  /** Rejects what waits or runs, and ends the threads. */
  close(): Promise<void>;
}

const workerScript = new URL('./workers/worker.ts', import.meta.url);
const defaultTimeoutMs = 60_000;
const memoryMb = 512;

const revive = ({ rejection, message }: WorkerFailure): Error =>
  rejection ? new PhotoRejected(rejection) : new AnalysisFailed('failed', message);

/** Inspection and analysis of photos in worker threads. Uploads are inspected apart, so that they never wait for models. */
export function createAnalyser(options: AnalyserOptions = {}): Analyser {
  const size = options.workers ?? Math.min(4, availableParallelism());
  const data: ProcessorOptions = { engine: options.engine ?? 'builtin', faceBlur: options.faceBlur ?? true };
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const pool = () =>
    createPool<WorkerTask, WorkerValue, WorkerFailure>(
      { script: workerScript, size, data, timeoutMs, memoryMb, logger: options.logger },
      revive,
    );
  const [inspectors, analysts] = [pool(), pool()];
  return {
    async inspectFile(path, { allowPdf = false } = {}) {
      const facts = await inspectors.run({ kind: 'inspect', path, allowPdf });
      if (!('sha256' in facts)) throw new TypeError('The worker answered another task');
      return facts;
    },
    async process(path, { analyse = true } = {}) {
      const photo = await analysts.run({ kind: 'process', path, analyse });
      if (!('preview' in photo)) throw new TypeError('The worker answered another task');
      return { ...photo, thumbnail: asBuffer(photo.thumbnail), preview: asBuffer(photo.preview) };
    },
    async close() {
      await Promise.all([inspectors.close(), analysts.close()]);
    },
  };
}

/** A Buffer arrives from a worker as a plain Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
