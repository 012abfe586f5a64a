import { randomUUID } from 'node:crypto';
import type { Analysis, BoundingBox, DetectedIssue } from '#contract/analysis.ts';
import { createBuiltinEngine } from './engine/builtin/builtin.ts';
import { createDetector } from './engine/builtin/detector.ts';
import { createFaceFinder } from './engine/builtin/faces.ts';
import type { AnalysisEngine, EnginePicture, EngineResult } from './engine/port.ts';
import { overallConfidence } from './findings.rules.ts';
import { decodeUpright, readHeader, type Pixels } from './picture/codec.ts';
import { blurFaces, makeDerivatives } from './picture/derivatives.ts';
import { judgeQuality, measureQuality } from './picture/quality.ts';
import { previewSize } from './picture/sizes.ts';
import { recommend } from './recommendations.rules.ts';
import { scoreFindings } from './scoring.rules.ts';

export interface ProcessorOptions {
  engine: 'builtin' | 'off';
  faceBlur: boolean;
}

/** A photo after processing; width and height are those of the upright original, analysis is null where none was wanted. */
export interface ProcessedPhoto {
  analysis: Analysis | null;
  thumbnail: Uint8Array;
  preview: Uint8Array;
  width: number;
  height: number;
  /** How many faces were found; 0 when blurring is switched off. */
  faces: number;
}

/** A picture that the engine has looked at; null with engine 'off'. Pixels of the upright picture. */
export interface PictureAnalysis {
  analysis: Analysis | null;
  width: number;
  height: number;
}

export interface Processor {
  /** Reads a photo once and makes everything from that one decode. */
  photo(path: string, options: { analyse: boolean }): Promise<ProcessedPhoto>;
  /** Shared copies of a page, which no engine looks at: they know photographs, not printed words. */
  page(pixels: Pixels): Promise<ProcessedPhoto>;
  /** What the engine says of a picture, and nothing else made of it. */
  analyse(path: string): Promise<PictureAnalysis>;
}

/** Makes something with the first call, and answers the same with every further one. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Models load with the first picture that needs them. */
export function createProcessor(options: ProcessorOptions): Processor {
  const detector = once(createDetector);
  const faceFinder = once(createFaceFinder);
  const engine = once(async () => createBuiltinEngine(await detector()));

  /** With the engine off, this is all that the detector runs for: small faces are found in the people that it sees. */
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
  const analysisOf = async (picture: EnginePicture): Promise<Analysis | null> =>
    options.engine === 'off' ? null : runEngine(picture, await engine());

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

/** Ids, sentences and score are made here by code, whichever engine found what. */
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
    complianceScore: imageQuality.usable ? scoreFindings(findings) : null,
    imageQuality,
    engine: { name, model, version, durationMs: Math.round(ms) },
  };
}
