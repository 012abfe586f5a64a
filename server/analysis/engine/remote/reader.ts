import type { BoundingBox, DetectedObject, ImageLabel } from '#contract/analysis.ts';
import type { EngineFinding } from '../port.ts';
import type { RemoteEngineName } from '#server/config.settings.ts';

/** A photo, or a part of it, as it is sent: upright, without metadata, faces blurred. */
export interface SentPicture {
  /** What it shows of the photo, in fractions. */
  part: BoundingBox;
  width: number;
  height: number;
  jpeg: Uint8Array;
}

/** What is known of a photo besides its pixels. */
export interface PhotoContext {
  /** Name of the area. */
  area: string | null;
  checklist: readonly string[];
  /** What the brand asks for in the case. */
  requirements: readonly string[];
}

/** What a request used; pictures are counted where a vendor bills by them. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  pictures: number;
}
/** The same as a service says it, which may leave out any of it or say nonsense. */
export type ReportedUsage = { [Count in keyof Usage]?: number | undefined };

/** Boxes are fractions of the whole photo. */
export interface RemoteReading {
  objects: DetectedObject[];
  labels: ImageLabel[];
  findings: EngineFinding[];
}

/**
 * Makes one request: waits for its turn, aborts it when it takes too long, retries transient failures, and counts what
 * it used. `atMost` is what it may use. Throws RemoteFailure.
 */
export type Request = <T>(
  atMost: Usage,
  send: (signal: AbortSignal) => Promise<{ value: T; usage: ReportedUsage }>,
) => Promise<T>;

export interface RemoteReader {
  readonly name: RemoteEngineName;
  readonly model: string;
  /** Whether it names damage; one that does not leaves that to the built-in engine. */
  readonly namesDamage: boolean;
  /** Whether parts of a large photo are sent besides the whole. */
  readonly readsParts: boolean;
  read(picture: SentPicture, context: PhotoContext, request: Request): Promise<RemoteReading>;
}
