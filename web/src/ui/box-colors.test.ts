import { expect, test } from 'vitest';
import { colorOf } from '#web/ui/box-colors.ts';

test('boxes of objects take seven colors in turn [9.severities.5]', () => {
  const colors = Array.from({ length: 21 }, (_, index) => colorOf(index));
  expect(new Set(colors).size).toBe(7);
  expect(new Set(colors.slice(0, 7)).size).toBe(7);
  expect(colors.slice(7, 14)).toEqual(colors.slice(0, 7));
  for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
});
