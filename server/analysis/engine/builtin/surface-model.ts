import { readFile } from 'node:fs/promises';
import { headSchema, type HeadWeights } from '#contract/vision/head.ts';
import { toSurfaceModel, type SurfaceModel } from '#contract/vision/surface-model.ts';

export const weightsOf = (stored: unknown): HeadWeights => headSchema.parse(stored);

const shippedFile = new URL('./surface-head.json', import.meta.url);
export const readShipped = async (): Promise<unknown> => JSON.parse(await readFile(shippedFile, 'utf8'));
export const readShippedModel = async (): Promise<SurfaceModel> => toSurfaceModel(await readShipped());
