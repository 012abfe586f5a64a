import type { AnalysisEngine, EngineResult } from '../port.ts';
import { findDefects, viewsOf } from './defects.ts';
import type { Detector } from './detector.ts';
import { cellFeatures } from './features.ts';
import { labelPicture } from './labels.ts';
import { createMaterialReader } from './materials.ts';
import { readShippedModel, type SurfaceModel } from './surface-model.ts';

/** Raised whenever the answers may change: weights, thresholds or rules. */
const version = '1.3.0';
const model = 'mobilenetv3-centernet + surface and material heads';

/** What an installation has learned from its own people, and the number of that version; null for what ships. */
export type LearnedModel = { model: SurfaceModel; number: number } | null;

/** The engine that needs no network: an object detector whose inner layers also feed heads for damage and materials. */
export async function createBuiltinEngine(
  detector: Detector,
  learned: () => Promise<LearnedModel>,
): Promise<AnalysisEngine> {
  const [shipped, readMaterials] = await Promise.all([readShippedModel(), createMaterialReader()]);
  return {
    name: 'builtin',
    async analyse({ pixels }): Promise<EngineResult> {
      const { objects, layers } = await detector.detect(pixels);
      const features = cellFeatures(layers);
      const own = await learned();
      const views = await viewsOf(pixels, features, detector.readLayers);
      return {
        model,
        version: own ? `${version}+learned.${own.number}` : version,
        objects,
        labels: labelPicture(objects, readMaterials(features)),
        findings: findDefects(own?.model ?? shipped, pixels, views, objects),
      };
    },
  };
}
