import type { LocalEngineName } from '#contract/app-config.ts';
import { availableParallelism } from 'node:os';
// Must be loaded by the main thread before the worker threads, as sharp's documentation requires for glibc.
import 'sharp';
import type { Analysis } from '#contract/analysis.ts';
import { AnalysisFailed, PhotoRejected } from './analysis.errors.ts';
import { assemble } from './assembly.ts';
import type { DocumentFacts, DocumentLines } from './document/document.ts';
import type { AnalysisSubject, RemoteEngine } from './engine/remote/remote-engine.ts';
import type { Pixels } from './picture/codec.ts';
import type { PhotoFacts } from './picture/facts.ts';
import { sniffFile } from './picture/formats.ts';
import { previewSize } from './picture/sizes.ts';
import type { ProcessorOptions } from './processor.ts';
import type { WorkerFailure } from './workers/channel.ts';
import type { DocumentTask, DocumentValue } from './workers/document-worker.ts';
import { createPool } from './workers/pool.ts';
import { startProcess, startThread, type StartWorker } from './workers/start.ts';
import type { WorkerTask, WorkerValue } from './workers/worker.ts';

export type { AnalysisSubject } from './engine/remote/remote-engine.ts';

export interface AnalyzerOptions {
  /**
   * The number of worker processes that analyze, and of threads that inspect uploads. Default: one per core, at most 4.
   */
  workers?: number;
  /** 'off' still makes derivatives and blurs faces. */
  engine?: LocalEngineName;
  /** A model service that reads photos together with the built-in engine. Frames of a camera are never sent to it. */
  remote?: RemoteEngine | null;
  faceBlur?: boolean;
  /** The path of the learned version in use; by default the engine as shipped. */
  dataDir?: string;
  /** Updates that file; called before each picture is analyzed. */
  refreshLearned?: () => Promise<void>;
  /** The time limit for one photo in milliseconds; default a minute. */
  timeoutMs?: number;
  /** The time limit for reading one PDF in milliseconds; default 15 seconds. */
  documentTimeoutMs?: number;
  logger?: { warn(details: object, message: string): void };
}

export interface AnalyzedPhoto {
  /** Null with engine 'off'. */
  analysis: Analysis | null;
  /** A fingerprint of the picture's appearance, for `likenessOf`. */
  likeness: Int8Array | null;
  /** WebP without metadata and with blurred faces; the longest sides are 320 and 1600 pixels. */
  thumbnail: Buffer;
  preview: Buffer;
  /** The same as JPEG, with a longest side of 900 pixels. */
  print: Buffer;
  /** The size of the upright original in pixels. */
  width: number;
  height: number;
  faces: number;
}

/**
 * The facts of an uploaded file. `document` is set for a PDF only, whose width and height are those of its first page's
 * picture.
 */
export type FileFacts = PhotoFacts & { document: Pick<DocumentFacts, 'pageCount' | 'text'> | null };

/** The engine's analysis of a picture, null with engine 'off', and the size of the upright picture. */
export interface PictureAnalysis {
  analysis: Analysis | null;
  width: number;
  height: number;
}

export interface ProcessOptions {
  /** False makes the copies without an analysis. */
  analyze?: boolean;
  /** Also accepts a PDF, whose first page is copied but never analyzed. */
  allowPdf?: boolean;
  /** The photo's context for a model service; null does not send the photo. */
  subject?: AnalysisSubject | null;
  /** Whose photo it is. */
  account?: string;
}

/** What is given to it for one account takes turns with what is given for others. */
export interface Analyzer {
  /**
   * Reads the facts of an uploaded file. Throws PhotoRejected when it is not an acceptable photo, AnalysisFailed when a
   * retry may help.
   */
  inspectFile(path: string, options?: { allowPdf?: boolean; account?: string }): Promise<FileFacts>;
  /**
   * Analyzes a photo and makes its derivatives. Throws like inspectFile, and AnalysisPostponed if the subject can wait.
   */
  process(path: string, options?: ProcessOptions): Promise<AnalyzedPhoto>;
  /** Makes the print copy of a photo that has a preview but no print copy. */
  printOf(preview: Buffer): Promise<Buffer>;
  /**
   * The engine's analysis of a picture that is not stored, without copies. Throws like inspectFile, also where a side has more
   * than `maxSide` pixels.
   */
  analyzePicture(path: string, options?: { maxSide?: number; account?: string }): Promise<PictureAnalysis>;
  /** The lines of a PDF that lists requirements. Throws like inspectFile. */
  readLines(pdf: Uint8Array): Promise<DocumentLines>;
  /** Rejects waiting and running tasks, and ends the workers. */
  close(): Promise<void>;
}

const workerScript = new URL('./workers/worker.ts', import.meta.url);
const documentScript = new URL('./workers/document-worker.ts', import.meta.url);
const defaultTimeoutMs = 60_000;
const defaultDocumentTimeoutMs = 15_000;
const memoryMb = 512;
/** Used when nothing is known about the photo, as on the command line. */
const unknownSubject: AnalysisSubject = {
  photoId: null,
  propertyId: null,
  context: { area: null, checklist: [], requirements: [] },
  waitsUntil: null,
};

const toError = ({ rejection, message }: WorkerFailure): Error =>
  rejection ? new PhotoRejected(rejection) : new AnalysisFailed('failed', message);

/**
 * Inspects photos in threads and analyzes them in processes, so that uploads never wait for models, and a crash in the
 * models' native code ends only one analysis. Each document gets a new thread, so that a hostile one can at most delay
 * other documents and leaves nothing behind.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  const size = options.workers ?? Math.min(4, availableParallelism());
  const { remote = null } = options;
  const data: ProcessorOptions = {
    engine: options.engine ?? 'builtin',
    pictures: remote && (remote.readsParts ? 'parts' : 'whole'),
    faceBlur: options.faceBlur ?? true,
    dataDir: options.dataDir ?? null,
  };
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const pool = (start: StartWorker) =>
    createPool<WorkerTask, WorkerValue, WorkerFailure>(
      { start, script: workerScript, size, data, timeoutMs, memoryMb, logger: options.logger },
      toError,
    );
  const [inspectors, analysts] = [pool(startThread), pool(startProcess)];
  const documents = createPool<DocumentTask, DocumentValue, WorkerFailure>(
    {
      start: startThread,
      script: documentScript,
      size: 1,
      disposable: true,
      timeoutMs: options.documentTimeoutMs ?? defaultDocumentTimeoutMs,
      memoryMb,
      logger: options.logger,
    },
    toError,
  );

  /** A document that crashes its worker or exceeds its time is rejected, because a retry would end the same way. */
  async function read(task: DocumentTask, account?: string): Promise<DocumentValue> {
    try {
      return await documents.run(task, account);
    } catch (error) {
      const hostile = error instanceof AnalysisFailed && (error.code === 'timed_out' || error.code === 'crashed');
      throw hostile ? new PhotoRejected('too_complex', error) : error;
    }
  }

  async function drawPage(path: string, account?: string): Promise<Pixels> {
    const pixels = await read({ kind: 'draw', path, longest: previewSize }, account);
    if (!('data' in pixels)) throw new TypeError('The worker answered another task');
    return pixels;
  }

  return {
    async inspectFile(path, { allowPdf = false, account } = {}) {
      const facts = await inspectors.run({ kind: 'inspect', path, allowPdf }, account);
      if (!('sha256' in facts)) throw new TypeError('The worker answered another task');
      if (facts.format !== 'pdf') return { ...facts, document: null };
      const document = await read({ kind: 'facts', path, longest: previewSize }, account);
      if (!('text' in document)) throw new TypeError('The worker answered another task');
      const { width, height, ...rest } = document;
      return { ...facts, width, height, document: rest };
    },
    async process(path, { analyze = true, allowPdf = false, subject = unknownSubject, account } = {}) {
      if (analyze) {
        if (subject) remote?.checkTurn(subject);
        await options.refreshLearned?.();
      }
      const photo = await analysts.run(
        allowPdf && (await sniffFile(path)) === 'pdf'
          ? { kind: 'page', pixels: await drawPage(path, account) }
          : { kind: 'process', path, analyze },
        account,
      );
      if (!('preview' in photo)) throw new TypeError('The worker answered another task');
      const { pictures, reading, ...copies } = photo;
      const analysis =
        reading && (remote && subject ? await remote.analyze(reading, pictures, subject) : assemble(reading));
      const likeness = reading?.result.likeness ?? null;
      const [thumbnail, preview] = [asBuffer(photo.thumbnail), asBuffer(photo.preview)];
      return { ...copies, analysis, likeness, thumbnail, preview, print: asBuffer(photo.print) };
    },
    printOf: async (preview) => (await import('./picture/derivatives.ts')).printOfPreview(preview),
    async analyzePicture(path, { maxSide, account } = {}) {
      await options.refreshLearned?.();
      const picture = await analysts.run({ kind: 'analyze', path, maxSide }, account);
      if (!('reading' in picture) || 'preview' in picture) throw new TypeError('The worker answered another task');
      const { reading, ...size } = picture;
      return { ...size, analysis: reading && assemble(reading) };
    },
    async readLines(file) {
      const document = await read({ kind: 'lines', file });
      if (!('lines' in document)) throw new TypeError('The worker answered another task');
      return document;
    },
    async close() {
      await Promise.all([inspectors.close(), analysts.close(), documents.close()]);
    },
  };
}

/** A Buffer arrives from a worker as a plain Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
