import type { ImageLabel } from '#contract/analysis.ts';
import type { MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import type { MaterialShares } from './materials.ts';
import type { FoundObject } from '#contract/vision/objects.ts';

interface Scene {
  name: string;
  things: readonly string[];
  /** The probability of the scene given one such object, 0-1. */
  proof: number;
}

/** Scenes, with the objects that indicate them. */
const scenes: Scene[] = [
  { name: 'bedroom', things: ['bed'], proof: 0.95 },
  { name: 'bathroom', things: ['toilet'], proof: 0.97 },
  { name: 'kitchen', things: ['oven', 'refrigerator', 'microwave'], proof: 0.9 },
  { name: 'dining area', things: ['dining table'], proof: 0.75 },
  { name: 'seating area', things: ['couch'], proof: 0.85 },
  { name: 'vehicles', things: ['car', 'truck', 'bus', 'motorcycle'], proof: 0.9 },
  { name: 'people', things: ['person'], proof: 0.95 },
];
const minSceneConfidence = 30;

/**
 * The share of the picture from which a material gets a label; missing materials are not recognized reliably enough.
 */
const minMaterialShares: Partial<Record<MaterialClass, number>> = {
  'painted wall': 0.04,
  wood: 0.025,
  textile: 0.07,
  plants: 0.05,
  asphalt: 0.3,
  sky: 0.08,
};
const indoorObjects = ['bed', 'toilet', 'sink', 'oven', 'refrigerator', 'microwave', 'couch', 'tv'];
/** Shares of the picture: a room shows walls and furniture, the outside shows sky, asphalt or plants. */
const inside = { wall: 0.04, furnished: 0.04, maxSky: 0.04 } as const;
const outside = { sky: 0.08, asphalt: 0.3, plants: 0.05 } as const;
/** The confidence at the limit, and the maximum, which is reached at three times the limit. */
const confidenceRange = { min: 60, max: 90 } as const;

/** The labels of the scene and its materials, from the objects and the shares of materials, most certain first. */
export function labelPicture(objects: readonly FoundObject[], materials: MaterialShares): ImageLabel[] {
  const labels = [...scenesOf(objects), ...materialsOf(materials)];
  const place = placeOf(materials, confidenceOfIndoors(objects));
  if (place) labels.push(place);
  return labels.toSorted((a, b) => b.confidence - a.confidence);
}

/** The confidence, 0-100, that the picture was taken inside, judged by the objects alone. */
function confidenceOfIndoors(objects: readonly FoundObject[]): number {
  return chanceOf({ name: 'indoors', things: indoorObjects, proof: 0.95 }, objects);
}

/** The label inside or outside; null when the picture does not show it. */
function placeOf(materials: MaterialShares, byThings: number): ImageLabel | null {
  const share = (...kinds: MaterialClass[]): number => kinds.reduce((sum, kind) => sum + (materials.get(kind) ?? 0), 0);
  const furnished = share('wood', 'textile', 'carpet');
  const open = Math.max(
    share('sky') / outside.sky,
    share('asphalt') / outside.asphalt,
    furnished < inside.furnished ? share('plants') / outside.plants : 0,
  );
  const outdoors = share('sky') >= inside.maxSky || share('plants') >= outside.plants;
  const closed = outdoors ? 0 : Math.min(share('painted wall') / inside.wall, furnished / inside.furnished);
  const indoors = Math.max(byThings, closed >= 1 ? confidenceAt(closed) : 0);
  if (open >= 1 && byThings < minSceneConfidence) return { name: 'outdoors', confidence: confidenceAt(open) };
  return indoors >= minSceneConfidence ? { name: 'indoors', confidence: indoors } : null;
}

function scenesOf(objects: readonly FoundObject[]): ImageLabel[] {
  return scenes.flatMap((scene) => {
    const confidence = chanceOf(scene, objects);
    return confidence >= minSceneConfidence ? [{ name: scene.name, confidence }] : [];
  });
}

/** Each further object makes the scene more probable. */
function chanceOf({ proof, things }: Scene, objects: readonly FoundObject[]): number {
  const doubt = objects
    .filter((each) => things.includes(each.name))
    .reduce((left, each) => left * (1 - (proof * each.confidence) / 100), 1);
  return Math.round((1 - doubt) * 100);
}

function materialsOf(materials: MaterialShares): ImageLabel[] {
  return [...materials].flatMap(([name, share]) => {
    const limit = minMaterialShares[name];
    if (limit === undefined || share < limit) return [];
    return [{ name, confidence: confidenceAt(share / limit) }];
  });
}

/** The confidence for a share that is `times` its limit. */
function confidenceAt(times: number): number {
  const above = Math.min(1, (times - 1) / 2);
  return Math.round(confidenceRange.min + (confidenceRange.max - confidenceRange.min) * above);
}
