import { resample, type Pixels } from '../../picture/codec.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { type ReadFeatures } from './features.ts';
import { loadNetwork, numbersOf } from './networks.ts';
import { readObjects, type FoundObject } from '#contract/vision/objects.ts';

interface Detection {
  objects: FoundObject[];
  features: Float32Array;
}

/** The object detector, whose inner layers also serve as features of surfaces. */
export interface Detector {
  /** Runs once per picture, because finding faces needs its people, and the analysis its objects and features. */
  detect(pixels: Pixels): Promise<Detection>;
  readFeatures: ReadFeatures;
}

export async function createDetector(): Promise<Detector> {
  const [cells, objects] = await Promise.all([loadNetwork('cells'), loadNetwork('objects')]);
  let last: { pixels: Pixels; detection: Promise<Detection> } | undefined;

  async function run(pixels: Pixels): Promise<Detection> {
    const input = await resample(pixels, inputSize, inputSize);
    const layers = await cells.layersOf(input);
    const { detections } = await objects.run(layers, ['detections']);
    return { objects: readObjects(numbersOf(detections)), features: numbersOf(layers['cells']) };
  }

  return {
    detect(pixels) {
      if (last?.pixels !== pixels) last = { pixels, detection: run(pixels) };
      return last.detection;
    },
    readFeatures: async (picture) => (await cells.read(picture, ['cells'])).cells,
  };
}
