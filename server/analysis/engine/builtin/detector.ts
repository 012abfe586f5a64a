import { resample, type Pixels } from '../../picture/codec.ts';
import { featureOutputs, inputSize, type ReadLayers } from './features.ts';
import { readObjects, type FoundObject } from './objects.ts';
import { execute, loadModel } from './tensors.ts';

interface Detection {
  objects: FoundObject[];
  /** The inner layers, in the order of featureOutputs. */
  layers: Float32Array[];
}

/** The object detector, whose inner layers also serve as features of surfaces. */
export interface Detector {
  /** Runs once for each picture, since finding faces needs its people and the analysis its objects and layers. */
  detect(pixels: Pixels): Promise<Detection>;
  readLayers: ReadLayers;
}

export async function createDetector(): Promise<Detector> {
  const model = await loadModel('centernet');
  let last: { pixels: Pixels; detection: Promise<Detection> } | undefined;

  async function run(pixels: Pixels): Promise<Detection> {
    const input = await resample(pixels, inputSize, inputSize);
    const [rows, ...layers] = execute(model, input, ['tower_0/detections', ...featureOutputs]);
    if (!rows) throw new Error('The detector gave no output');
    return { objects: readObjects(rows), layers };
  }

  return {
    detect(pixels) {
      if (last?.pixels !== pixels) last = { pixels, detection: run(pixels) };
      return last.detection;
    },
    readLayers: (picture) => execute(model, picture, featureOutputs),
  };
}
