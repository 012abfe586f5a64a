import type { Pixels } from '../../picture/codec.ts';

/** The features of every cell of a 512 x 512 picture, row by row. */
export type ReadFeatures = (picture: Pixels) => Promise<Float32Array>;
