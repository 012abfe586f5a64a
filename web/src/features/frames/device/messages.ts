import type { FoundObject } from '#contract/vision/objects.ts';
import type { FoundDamage } from '#contract/vision/regions.ts';

/**
 * Addresses of the files that the worker loads. A 'head' is the part of the model that turns the network's numbers
 * into kinds of damage.
 */
export interface ModelFiles {
  /**
   * The network that computes numbers for each cell of a picture, and the one that finds objects from its inner
   * layers.
   */
  cells: string;
  objects: string;
  /** The head that is shipped with the build. */
  head: string;
  /** The API path that returns the head that this installation has learned. */
  learned: string;
  /** The WebAssembly of the runtime, and the script that loads it. */
  runtime: string;
  program: string;
}

export type ToWorker =
  | { type: 'load'; files: ModelFiles }
  | { type: 'detect'; picture: ImageBitmap; freshObjects: boolean };

/** The result for one frame. It returns the picture, because the picture may become evidence. */
export interface FrameResult {
  damage: FoundDamage[];
  /** The objects of an earlier frame, unless `freshObjects` was set. */
  objects: FoundObject[];
  sharpness: number;
  /** How long it took, in ms. */
  milliseconds: number;
  picture: ImageBitmap;
}
export type FromWorker = { type: 'ready' } | { type: 'failed'; message: string } | ({ type: 'detected' } & FrameResult);
