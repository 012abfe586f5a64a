import type { ImageLabel } from '#contract/analysis.ts';
import type { FoundObject } from './objects.ts';

/** Scenes that things prove, with how far one sure thing proves them. */
const scenes: { name: string; things: readonly string[]; proof: number }[] = [
  { name: 'bedroom', things: ['bed'], proof: 0.95 },
  { name: 'bathroom', things: ['toilet'], proof: 0.97 },
  { name: 'kitchen', things: ['oven', 'refrigerator', 'microwave'], proof: 0.9 },
  { name: 'dining area', things: ['dining table'], proof: 0.75 },
  { name: 'seating area', things: ['couch'], proof: 0.85 },
  { name: 'vehicles', things: ['car', 'truck', 'bus', 'motorcycle'], proof: 0.9 },
  { name: 'people', things: ['person'], proof: 0.95 },
];
const least = 30;

/** Labels of the scene, each from things that were found: several of them are surer than one. */
export function describeScene(objects: readonly FoundObject[]): ImageLabel[] {
  const labels: ImageLabel[] = [];
  for (const { name, proof, things } of scenes) {
    const doubt = objects
      .filter((each) => things.includes(each.name))
      .reduce((left, each) => left * (1 - (proof * each.confidence) / 100), 1);
    const confidence = Math.round((1 - doubt) * 100);
    if (confidence >= least) labels.push({ name, confidence });
  }
  return labels.toSorted((a, b) => b.confidence - a.confidence);
}
