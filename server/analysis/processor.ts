import { randomUUID } from 'node:crypto';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import { createBuiltinEngine } from './engine/builtin/builtin.ts';
import type { BuiltinEngine } from './engine/builtin/builtin.ts';
import type { EnginePicture, EngineResult } from './engine/port.ts';
import { overallConfidence } from './findings.rules.ts';
import { decodeUpright, readHeader } from './picture/codec.ts';
import { blurFaces, makeDerivatives, previewSize } from './picture/derivatives.ts';
import { judgeQuality, measureQuality } from './picture/quality.ts';
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

/** Reads a photo once and makes everything from that one decode. Models load with the first photo that needs them. */
export function createProcessor(
  options: ProcessorOptions,
): (path: string, options?: { analyse?: boolean }) => Promise<ProcessedPhoto> {
  let loading: Promise<BuiltinEngine> | undefined;
  const load = (): Promise<BuiltinEngine> => (loading ??= createBuiltinEngine());
  return async (path, { analyse: wanted = true } = {}) => {
    const header = await readHeader(path);
    const pixels = await decodeUpright(path, header, previewSize);
    const picture: EnginePicture = { pixels, width: header.width, height: header.height };
    const faces = options.faceBlur ? await (await load()).findFaces(picture) : [];
    const analysis = !wanted || options.engine === 'off' ? null : await analyse(picture, await load());
    const shared = await blurFaces(pixels, faces);
    return {
      analysis,
      ...(await makeDerivatives(shared)),
      width: header.width,
      height: header.height,
      faces: faces.length,
    };
  };
}

async function analyse(picture: EnginePicture, engine: BuiltinEngine): Promise<Analysis> {
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
    complianceScore: scoreFindings(findings),
    imageQuality,
    engine: { name, model, version, durationMs: Math.round(ms) },
  };
}
