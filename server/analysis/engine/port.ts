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

/** A finding before it gets an id and its sentences. */
export type EngineFinding = Pick<
  DetectedIssue,
  'severity' | 'category' | 'confidence' | 'boundingBox' | 'alternatives'
>;

export interface EngineResult {
  model: string;
  version: string;
  objects: DetectedObject[];
  labels: ImageLabel[];
  findings: EngineFinding[];
}

/** A reader of pictures. It says what it sees; ids, sentences and scores are made from that by code. */
export interface AnalysisEngine {
  readonly name: string;
  analyse(picture: EnginePicture, context: EngineContext): Promise<EngineResult>;
}
