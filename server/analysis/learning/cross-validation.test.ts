import { expect, test } from 'vitest';
import { featureDepth } from '#contract/vision/grid.ts';
import { createHead } from '#contract/vision/head.ts';
import { createRandom } from '../random.rules.ts';
import { trainOn } from './cross-validation.ts';

const random = createRandom(3);

/** Cells with a pattern in their numbers, which stands for what they show. */
function cellsOf(shows: number, label: number, count: number) {
  const features = Float32Array.from({ length: count * featureDepth }, (_, n) => {
    const high = n % 4 === shows ? 2 : 0;
    return high + random();
  });
  return { features, labels: new Uint8Array(count).fill(label) };
}

/** The mean probability of a class in such cells. */
function chanceOf(weights: ReturnType<typeof trainOn>, shows: number, name: string): number {
  const chances = createHead(weights)(cellsOf(shows, 0, 50).features);
  const at = weights.classes.indexOf(name);
  const own = chances.filter((_, n) => n % weights.classes.length === at);
  return own.reduce((sum, chance) => sum + chance, 0) / own.length;
}

const [wall, rust, crack, leaf] = [0, 1, 2, 3] as const;
const shipped = trainOn(
  [{ cells: [cellsOf(wall, 0, 800), cellsOf(rust, 1, 800), cellsOf(crack, 2, 800)] }],
  ['none', 'corrosion', 'crack'],
  null,
);

test('a head that learns an added category keeps those that it knew', () => {
  const classes = ['none', 'corrosion', 'crack', 'mould'] as const;
  const learned = trainOn([{ cells: [cellsOf(wall, 0, 1200), cellsOf(leaf, 3, 1200)] }], classes, shipped);
  expect(chanceOf(learned, leaf, 'mould')).toBeGreaterThan(0.5);
  expect(chanceOf(learned, rust, 'corrosion')).toBeGreaterThan(0.5);
  expect(chanceOf(learned, crack, 'crack')).toBeGreaterThan(0.5);
});

test('what an installation teaches against the shipped head leaves the rest of what it knew', () => {
  const taught = [{ cells: [cellsOf(wall, 0, 1200), cellsOf(rust, 0, 1200)] }];
  const learned = trainOn(taught, ['none', 'corrosion', 'crack'], shipped);
  expect(chanceOf(shipped, rust, 'corrosion')).toBeGreaterThan(0.5);
  expect(chanceOf(learned, rust, 'corrosion')).toBeLessThan(chanceOf(shipped, rust, 'corrosion') - 0.2);
  // Nothing was said of cracks.
  expect(chanceOf(learned, crack, 'crack')).toBeGreaterThan(0.4);
});
