import { resample, type Pixels } from '../../picture/codec.ts';
import { featureOutputs, inputSize, type ReadLayers } from './features.ts';
import { readObjects, type FoundObject } from './objects.ts';
import { execute, loadModel } from './tensors.ts';

interface Look {
  objects: FoundObject[];
  /** The inner layers, in the order of featureOutputs. */
  layers: Float32Array[];
}

/** The object detector, whose inner layers also know surfaces. */
export interface Detector {
  /** One run a picture: the faces need its people, the analysis its objects and layers. */
  look(pixels: Pixels): Promise<Look>;
  readLayers: ReadLayers;
}

export async function createDetector(): Promise<Detector> {
  const model = await loadModel('centernet');
  let last: { pixels: Pixels; look: Promise<Look> } | undefined;

  async function run(pixels: Pixels): Promise<Look> {
    const input = await resample(pixels, inputSize, inputSize);
    const [rows, ...layers] = execute(model, input, ['tower_0/detections', ...featureOutputs]);
    if (!rows) throw new Error('The detector gave no output');
    return { objects: readObjects(rows), layers };
  }

  return {
    look(pixels) {
      if (last?.pixels !== pixels) last = { pixels, look: run(pixels) };
      return last.look;
    },
    readLayers: (picture) => execute(model, picture, featureOutputs),
  };
}
