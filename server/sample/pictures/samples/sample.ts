import type { AreaCode } from '#contract/area-codes.ts';
import type { Scene } from '../scene.ts';

/** A picture for the product's sample data. */
export interface SamplePicture {
  file: string;
  area: AreaCode;
  title: string;
  scene: () => Scene;
}
