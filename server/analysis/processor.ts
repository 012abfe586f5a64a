import { randomUUID } from 'node:crypto';
import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import type { EngineName } from '#server/config.settings.ts';
import { createBuiltinEngine } from './engine/builtin/builtin.ts';
import { createDetector } from './engine/builtin/detector.ts';
import { createFaceFinder } from './engine/builtin/faces.ts';
import type { AnalysisEngine, EnginePicture, EngineResult } from './engine/port.ts';
import { overallConfidence } from './findings.rules.ts';
import { createLearnedReader } from './learning/versions.ts';
import { decodeUpright, readHeader, type Pixels } from './picture/codec.ts';
import { blurFaces, makeDerivatives } from './picture/derivatives.ts';
import { defectsOfPhoto } from './extents.rules.ts';
import { judgeQuality, measureQuality } from './picture/quality.ts';
import { previewSize } from './picture/sizes.ts';
import { recommend } from './recommendations.rules.ts';
import { scoreFindings } from './scoring.rules.ts';

export interface ProcessorOptions {
  engine: EngineName;
  faceBlur: boolean;
  /** Where the installation keeps what it has learned; null leaves the engine as it ships. */
  dataDir: string | null;
}

/**
 * A photo after processing; width and height are those of the upright original, analysis is null where none was
 * requested.
 */
export interface ProcessedPhoto {
  analysis: Analysis | null;
  thumbnail: Uint8Array;
  preview: Uint8Array;
  width: number;
  height: number;
  /** How many faces were found; 0 when blurring is switched off. */
  faces: number;
}

/** The engine's analysis of a picture, null with engine 'off'; the size is that of the upright picture. */
export interface PictureAnalysis {
  analysis: Analysis | null;
  width: number;
  height: number;
}

export interface Processor {
  /** Analyzes a photo and makes its copies from a single decode. */
  photo(path: string, options: { analyse: boolean }): Promise<ProcessedPhoto>;
  /** Copies of a document's page. It is not analyzed, because the engines are made for photographs. */
  page(pixels: Pixels): Promise<ProcessedPhoto>;
  /** The engine's analysis alone, without copies. */
  analyse(path: string): Promise<PictureAnalysis>;
}

/** Calls `make` once and returns the same promise from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Models load with the first picture that needs them. */
export function createProcessor(options: ProcessorOptions): Processor {
  const detector = once(createDetector);
  const faceFinder = once(createFaceFinder);
  const engines: Record<EngineName, () => Promise<AnalysisEngine | null>> = {
    builtin: async () => createBuiltinEngine(await detector(), createLearnedReader(options.dataDir)),
    off: () => Promise.resolve(null),
  };
  const engine = once(engines[options.engine]);

  /**
   * The detector runs for this even with the engine off, because small faces are found within the people that it
   * detects.
   */
  async function findFaces(pixels: Pixels): Promise<BoundingBox[]> {
    if (!options.faceBlur) return [];
    const { objects } = await (await detector()).detect(pixels);
    const people = objects.filter(({ name }) => name === 'person');
    return (await faceFinder())(pixels, people);
  }

  async function share({ pixels, width, height }: EnginePicture): Promise<Omit<ProcessedPhoto, 'analysis'>> {
    const faces = await findFaces(pixels);
    const shared = await blurFaces(pixels, faces);
    return { ...(await makeDerivatives(shared)), width, height, faces: faces.length };
  }

  async function decode(path: string): Promise<EnginePicture> {
    const header = await readHeader(path);
    const pixels = await decodeUpright(path, header, previewSize);
    return { pixels, width: header.width, height: header.height };
  }
  async function analysisOf(picture: EnginePicture): Promise<Analysis | null> {
    const chosen = await engine();
    return chosen && runEngine(picture, chosen);
  }

  return {
    async photo(path, options) {
      const picture = await decode(path);
      const analysis = options.analyse ? await analysisOf(picture) : null;
      return { analysis, ...(await share(picture)) };
    },
    async analyse(path) {
      const picture = await decode(path);
      return { analysis: await analysisOf(picture), width: picture.width, height: picture.height };
    },
    async page(pixels) {
      const { width, height } = pixels;
      return { analysis: null, ...(await share({ pixels, width, height })) };
    },
  };
}

async function runEngine(picture: EnginePicture, engine: AnalysisEngine): Promise<Analysis> {
  const started = performance.now();
  const [result, measures] = await Promise.all([engine.analyse(picture, {}), measureQuality(picture.pixels)]);
  return assemble(engine.name, result, judgeQuality(measures, picture), performance.now() - started);
}

/** Adds ids, sentences and score, which are the same for every engine. */
function assemble(name: string, result: EngineResult, imageQuality: Analysis['imageQuality'], ms: number): Analysis {
  const { findings, labels, model, objects, version } = result;
  const detectedIssues: DetectedIssue[] = findings.map((finding) => {
    const { description, recommendedAction } = recommend(finding.category, finding.severity);
    return { id: randomUUID(), ...finding, description, recommendedAction };
  });
  return {
    objects,
    labels,
    detectedIssues,
    overallConfidence: overallConfidence({ findings, objects, labels, imageQuality }),
    complianceScore: imageQuality.usable ? scoreFindings(defectsOfPhoto(detectedIssues)) : null,
    imageQuality,
    engine: { name, model, version, durationMs: Math.round(ms) },
  };
}
