import type { AnalysisEngine, EngineResult } from '../port.ts';
import { findDefects, viewsOf } from './defects.ts';
import type { Detector } from './detector.ts';
import { labelPicture } from './labels.ts';
import { createLikenessReader } from './likeness.ts';
import { createMaterialReader } from './materials.ts';
import { type SurfaceModel } from '#contract/vision/surface-model.ts';
import { readShippedModel } from './surface-model.ts';

/** Increase it when a change of weights, thresholds or rules changes results. */
export const version = '1.4.0';
const model = 'mobilenetv3-centernet + surface and material heads';

/** The model that an installation has trained on its own photos, with its version number; null for the shipped one. */
export type LearnedModel = { model: SurfaceModel; number: number } | null;

/**
 * The engine that works without a network: an object detector whose inner layers also feed the heads for damage and
 * materials.
 */
export async function createBuiltinEngine(
  detector: Detector,
  learned: () => Promise<LearnedModel>,
): Promise<AnalysisEngine> {
  const [shipped, readMaterials, readLikeness] = await Promise.all([
    readShippedModel(),
    createMaterialReader(),
    createLikenessReader(),
  ]);
  return {
    name: 'builtin',
    async analyze({ pixels }): Promise<EngineResult> {
      const { features, objects } = await detector.detect(pixels);
      const own = await learned();
      const damage = own?.model ?? shipped;
      const [, ...categories] = damage.classes;
      const views = await viewsOf(pixels, features, detector.readFeatures);
      return {
        model,
        version: own ? `${version}+learned.${own.number}` : version,
        objects,
        labels: labelPicture(objects, readMaterials(features)),
        likeness: readLikeness(features),
        findings: findDefects(damage, pixels, views, objects),
        categories,
      };
    },
  };
}
