import { expect, test } from 'vitest';
import { boxForms, boxFormOf, boxInPhoto, boxOfPolygon, readBox } from './boxes.rules.ts';

const size = { width: 1120, height: 840 };
const expected = { x: 0.25, y: 0.5, width: 0.25, height: 0.25 };

test.each([
  ['gemini-2.5-flash', 'gemini'],
  ['google/gemini-3-pro', 'gemini'],
  ['qwen2.5vl:7b', 'qwen2.5-vl'],
  ['Qwen/Qwen2.5-VL-7B-Instruct', 'qwen2.5-vl'],
  ['qwen3-vl:8b', 'qwen3-vl'],
  ['Qwen/Qwen3-VL-30B-A3B-Instruct', 'qwen3-vl'],
  ['glm-4.5v', 'qwen3-vl'],
  ['claude-sonnet-4-5', 'claude'],
  ['gpt-4.1', 'fractions'],
  ['llama3.2-vision', 'fractions'],
])('the model %s gives boxes as %s [domain.boxes.1]', (model, form) => {
  expect(boxFormOf(model)).toBe(form);
});

test.each([
  ['gemini', [500, 250, 750, 500]],
  ['qwen2.5-vl', [280, 420, 560, 630]],
  ['qwen3-vl', [250, 500, 500, 750]],
  ['claude', [280, 420, 560, 630]],
  ['fractions', [0.25, 0.5, 0.5, 0.75]],
] as const)('%s: order and scale [domain.boxes.1]', (form, numbers) => {
  expect(readBox(numbers, boxForms[form], size)).toEqual(expected);
});

test.each([
  ['reversed corners are swapped', [0.5, 0.75, 0.25, 0.5], expected],
  ['a little over the edge is clamped', [0.9, -0.05, 1.08, 0.5], { x: 0.9, y: 0, width: 0.1, height: 0.5 }],
  ['an empty box is dropped', [0.3, 0.3, 0.3, 0.6], null],
  ['what lies far outside is refused', [0.25, 0.5, 0.5, 1.4], null],
  ['another scale is refused', [280, 420, 560, 630], null],
  ['too few numbers are no box', [0.1, 0.2, 0.3], null],
  ['no number is no box', [0.1, Number.NaN, 0.3, 0.4], null],
  ['no place is no box', [], null],
] as const)('%s [domain.boxes.3]', (_what, numbers, box) => {
  expect(readBox(numbers, boxForms.fractions, size)).toEqual(box);
});

test('a missing x or y in a polygon is 0 [domain.boxes.1]', () => {
  expect(boxOfPolygon([{}, { x: 0.4 }, { x: 0.4, y: 0.2 }, { y: 0.2 }])).toEqual({
    x: 0,
    y: 0,
    width: 0.4,
    height: 0.2,
  });
  expect(boxOfPolygon([])).toBeNull();
  expect(
    boxOfPolygon([
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ]),
  ).toBeNull();
});

test('a box in a part becomes a box in the photo', () => {
  expect(boxInPhoto(expected, { x: 0.4, y: 0, width: 0.6, height: 0.6 })).toEqual({
    x: 0.55,
    y: 0.3,
    width: 0.15,
    height: 0.15,
  });
});
