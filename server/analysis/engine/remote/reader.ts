import type { BoundingBox, DetectedObject, ImageLabel } from '#contract/analysis.ts';
import type { EngineFinding } from '../port.ts';
import type { RemoteEngineName } from '#server/config.settings.ts';

/** A photo, or a part of it, as it is sent: upright, without metadata, faces blurred. */
export interface SentPicture {
  /** The part of the photo that it shows, in fractions. */
  part: BoundingBox;
  width: number;
  height: number;
  jpeg: Uint8Array;
}

/** What is known about a photo besides its pixels. */
export interface PhotoContext {
  /** The name of the area. */
  area: string | null;
  checklist: readonly string[];
  /** The brand's requirements in the case. */
  requirements: readonly string[];
}

/** The usage of a request; pictures are counted for vendors that bill by them. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  pictures: number;
}
/** The usage that a service reports, which may be incomplete or nonsense. */
export type ReportedUsage = { [Count in keyof Usage]?: number | undefined };

/** Boxes are fractions of the whole photo. */
export interface RemoteReading {
  objects: DetectedObject[];
  labels: ImageLabel[];
  findings: EngineFinding[];
}

/**
 * Makes one request: waits for its turn, aborts it when it takes too long, retries transient failures, and counts its
 * usage. `atMost` is its maximum usage. Throws RemoteFailure.
 */
export type Request = <T>(
  atMost: Usage,
  send: (signal: AbortSignal) => Promise<{ value: T; usage: ReportedUsage }>,
) => Promise<T>;

export interface RemoteReader {
  readonly name: RemoteEngineName;
  readonly model: string;
  /** Whether it names damage; otherwise the built-in engine does. */
  readonly namesDamage: boolean;
  /** Whether parts of a large photo are sent besides the whole. */
  readonly readsParts: boolean;
  read(picture: SentPicture, context: PhotoContext, request: Request): Promise<RemoteReading>;
}
