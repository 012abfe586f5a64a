import type { DetectedIssue, DetectedObject, ImageLabel, ImageQuality } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import type { Pixels } from '../picture/codec.ts';

/** A decoded picture: upright pixels, longest side at most 1600, and the size of the original. */
export interface EnginePicture {
  pixels: Pixels;
  width: number;
  height: number;
}

export interface EngineContext {
  signal?: AbortSignal;
}

/** A finding before it gets an id and its texts; the engine may give a description of its own. */
export type EngineFinding = Pick<
  DetectedIssue,
  'severity' | 'category' | 'confidence' | 'boundingBox' | 'alternatives' | 'disagreement'
> & { description?: string };

export interface EngineResult {
  model: string;
  version: string;
  objects: DetectedObject[];
  labels: ImageLabel[];
  findings: EngineFinding[];
  /** Every category that the engine can detect; for other categories, finding nothing means nothing. */
  categories: readonly FindingCategory[];
  /** A fingerprint of the picture's appearance, for `likenessOf`; missing if the engine cannot compute one. */
  likeness?: Int8Array;
}

/** An engine's answer for a picture, before it gets ids, texts and scores. */
export interface Reading {
  engine: string;
  result: EngineResult;
  imageQuality: ImageQuality;
  durationMs: number;
}

/** An engine reports what it sees; ids, texts and scores are added later. */
export interface AnalysisEngine {
  readonly name: string;
  analyze(picture: EnginePicture, context: EngineContext): Promise<EngineResult>;
}
