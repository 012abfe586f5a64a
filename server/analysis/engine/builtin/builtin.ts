import type { AnalysisEngine, EngineResult } from '../port.ts';
import { createDefectFinder } from './defects.ts';
import type { Detector } from './detector.ts';
import { cellFeatures } from './features.ts';
import { labelPicture } from './labels.ts';
import { createMaterialReader } from './materials.ts';

/** Raised with every change of weights, thresholds or rules that may change results. */
const version = '1.1.0';
const model = 'mobilenetv3-centernet + surface and material heads';

/** The engine that needs no network: an object detector whose inner layers also feed heads for damage and materials. */
export async function createBuiltinEngine(detector: Detector): Promise<AnalysisEngine> {
  const [findDefects, readMaterials] = await Promise.all([
    createDefectFinder(detector.readLayers),
    createMaterialReader(),
  ]);
  return {
    name: 'builtin',
    async analyse({ pixels }): Promise<EngineResult> {
      const { objects, layers } = await detector.detect(pixels);
      const features = cellFeatures(layers);
      const findings = await findDefects(pixels, features, objects);
      return { model, version, objects, labels: labelPicture(objects, readMaterials(features)), findings };
    },
  };
}
