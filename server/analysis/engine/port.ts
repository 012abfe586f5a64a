import type { DetectedIssue, DetectedObject, ImageLabel } from '#contract/analysis.ts';
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

/** A finding of an engine, without id and sentences. */
export type EngineFinding = Pick<DetectedIssue, 'severity' | 'category' | 'confidence' | 'boundingBox'>;

export interface EngineResult {
  model: string;
  version: string;
  objects: DetectedObject[];
  labels: ImageLabel[];
  findings: EngineFinding[];
}

/** Detects what a picture shows. Ids, sentences and scores are not its task; code derives them from its answer. */
export interface AnalysisEngine {
  readonly name: string;
  analyse(picture: EnginePicture, context: EngineContext): Promise<EngineResult>;
}
