import type { BoundingBox } from '#contract/analysis.ts';
import { resample } from '../../picture/codec.ts';
import type { Pixels } from '../../picture/codec.ts';
import type { AnalysisEngine, EnginePicture, EngineResult } from '../port.ts';
import { createDefectFinder } from './defects.ts';
import { createFaceFinder } from './faces.ts';
import { featureOutputs, inputSize } from './features.ts';
import { describe } from './labels.ts';
import { createMaterialReader } from './materials.ts';
import { readObjects } from './objects.ts';
import type { FoundObject } from './objects.ts';
import { execute, loadModel } from './tensors.ts';

/** Raised whenever the answers may change: weights, thresholds or rules. */
const version = '1.1.0';
const model = 'mobilenetv3-centernet + surface and material heads';

export interface BuiltinEngine extends AnalysisEngine {
  /** Boxes of faces, fractions of the picture. */
  findFaces(picture: EnginePicture): Promise<BoundingBox[]>;
}

/** The engine that needs no network: an object detector whose inner layers also feed the head for surface defects. */
export async function createBuiltinEngine(): Promise<BuiltinEngine> {
  const [detector, findFaces, readMaterials] = await Promise.all([
    loadModel('centernet'),
    createFaceFinder(),
    createMaterialReader(),
  ]);
  const findDefects = await createDefectFinder((picture) => execute(detector, picture, featureOutputs));
  let last: { pixels: Pixels; look: Promise<Look> } | undefined;

  interface Look {
    objects: FoundObject[];
    layers: Float32Array[];
  }

  /** One run of the detector a picture: faces need its people, the analysis its objects and layers. */
  function look(pixels: Pixels): Promise<Look> {
    if (last?.pixels !== pixels) last = { pixels, look: run(pixels) };
    return last.look;
  }

  async function run(pixels: Pixels): Promise<Look> {
    const input = await resample(pixels, inputSize, inputSize);
    const [rows, ...layers] = execute(detector, input, ['tower_0/detections', ...featureOutputs]);
    if (!rows) throw new Error('The detector gave no output');
    return { objects: readObjects(rows), layers };
  }

  return {
    name: 'builtin',
    async findFaces({ pixels }) {
      const { objects } = await look(pixels);
      return findFaces(
        pixels,
        objects.filter((each) => each.name === 'person'),
      );
    },
    async analyse({ pixels }): Promise<EngineResult> {
      const { objects, layers } = await look(pixels);
      const findings = await findDefects(pixels, layers, objects);
      return { model, version, objects, labels: describe(objects, readMaterials(layers)), findings };
    },
  };
}
