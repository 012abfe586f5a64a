import { expect, test } from 'vitest';
import { colourOf } from '#web/ui/box-colours.ts';

test('boxes of objects take seven colours in turn [9.severities.5]', () => {
  const colours = Array.from({ length: 21 }, (_, index) => colourOf(index));
  expect(new Set(colours).size).toBe(7);
  expect(new Set(colours.slice(0, 7)).size).toBe(7);
  expect(colours.slice(7, 14)).toEqual(colours.slice(0, 7));
  for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
});
