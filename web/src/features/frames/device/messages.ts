import type { FoundDamage } from '#contract/vision/regions.ts';

/** Addresses of the files that the worker loads. */
export interface ModelFiles {
  /** The network that gives the numbers of the cells, and the one that finds objects in its inner layers. */
  cells: string;
  objects: string;
  /** The head that ships. */
  head: string;
  /** Answers with the head that this installation has learned. */
  learned: string;
  /** The WebAssembly of the runtime, and the program that loads it. */
  runtime: string;
  program: string;
}

export type ToWorker = { type: 'load'; files: ModelFiles } | { type: 'look'; picture: ImageBitmap };

/** What one frame shows; the picture comes back, since it may become evidence. */
export interface Look {
  damage: FoundDamage[];
  sharpness: number;
  /** How long it took, in ms. */
  milliseconds: number;
  picture: ImageBitmap;
}
export type FromWorker = { type: 'ready' } | { type: 'failed'; message: string } | ({ type: 'looked' } & Look);
