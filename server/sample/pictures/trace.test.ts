import { expect, test } from 'vitest';
import { defectClasses, materialClasses } from '#server/analysis/surface-classes.rules.ts';
import { crack, damaged } from './defects.ts';
import { concrete, wood } from './materials.ts';
import { box } from './scene.ts';
import { render } from './trace.ts';

test('a picture has for each pixel its material, its damage and whether it is sky', () => {
  const floor = damaged(
    concrete([0.4, 0.4, 0.4], 1),
    crack({ u: 5, v: 3, size: 2, width: 0.3, angle: 0.4, branches: 0, seed: 3 }),
  );
  const frame = render(
    {
      solids: [box(0, -1, 5, [10, 1, 10], floor), box(1, 0, 5, [1, 1, 1], wood([0.4, 0.3, 0.2], [0.1, 0.1, 0.1], 2))],
      lights: [],
      ambient: [1, 1, 1],
      camera: { at: [0, 1.5, -2], to: [0, 0.8, 5], wide: 1.4 },
      sky: () => [0.5, 0.7, 1],
    },
    64,
    48,
    1,
  );
  const named = [...frame.materials].map((value) => materialClasses[value]);
  expect(new Set(named)).toEqual(new Set(['concrete', 'wood', 'sky']));
  expect(named.slice(0, 64)).toEqual(Array.from({ length: 64 }, () => 'sky'));
  const cracked = [...frame.mask.entries()].filter(([, value]) => value === defectClasses.indexOf('crack'));
  expect(cracked.length).toBeGreaterThan(10);
  expect(cracked.every(([n]) => named[n] === 'concrete')).toBe(true);
});
