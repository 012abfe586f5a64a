import { describe, expect, test } from 'vitest';
import { labelPicture } from './labels.ts';
import { materialClasses, type MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { countCells } from './materials.ts';

const whole = { x: 0, y: 0, width: 1, height: 1 };
const found = (name: string, confidence: number) => ({ name, confidence, boundingBox: whole });
const shares = (of: Partial<Record<MaterialClass, number>>) => new Map(Object.entries(of) as [MaterialClass, number][]);
const names = (...args: Parameters<typeof labelPicture>) => labelPicture(...args).map(({ name }) => name);

test('a scene label requires objects, and more of them raise its confidence', () => {
  expect(labelPicture([], new Map())).toEqual([]);
  expect(names([found('vase', 90)], new Map())).toEqual([]);
  expect(names([found('toilet', 20)], new Map())).toEqual([]);
  const bedroom = (...beds: number[]) =>
    labelPicture(
      beds.map((confidence) => found('bed', confidence)),
      new Map(),
    ).find(({ name }) => name === 'bedroom')?.confidence;
  expect(bedroom(50)).toBe(48);
  expect(bedroom(50, 50)).toBeGreaterThan(48);
});

test('a material is labeled from its limit, with a confidence that rises with its share up to 90', () => {
  const wood = (share: number) =>
    labelPicture([], shares({ wood: share })).find(({ name }) => name === 'wood')?.confidence;
  expect(wood(0.01)).toBeUndefined();
  expect(wood(0.3)).toBe(90);
  expect(wood(0.06)).toBeGreaterThan(50);
  expect(wood(0.06)).toBeLessThan(90);
});

test('materials that are not recognized reliably get no label, however large their share', () => {
  expect(labelPicture([], shares({ stone: 0.9, metal: 0.9, glass: 0.9, brick: 0.9 }))).toEqual([]);
});

describe('inside or outside', () => {
  test('objects and furnished walls mean inside, sky and asphalt outside', () => {
    expect(names([found('bed', 60)], new Map())).toContain('indoors');
    expect(names([], shares({ 'painted wall': 0.2, wood: 0.2 }))).toContain('indoors');
    expect(names([], shares({ sky: 0.2, 'painted wall': 0.2 }))).toContain('outdoors');
    expect(names([], shares({ asphalt: 0.6 }))).toContain('outdoors');
  });
  test('neither is labeled for a bare wall or a plant in a room, and never both', () => {
    expect(names([], shares({ 'painted wall': 0.9 }))).toEqual(['painted wall']);
    expect(names([], shares({ plants: 0.3, textile: 0.2 }))).not.toContain('outdoors');
    const both = names([found('bed', 80)], shares({ sky: 0.3 }));
    expect(both).toContain('indoors');
    expect(both).not.toContain('outdoors');
  });
});

test('cells count only when they are certain', () => {
  const row = (chance: number): number[] => materialClasses.map((name) => (name === 'wood' ? chance : 0));
  expect(countCells(Float32Array.from([...row(0.9), ...row(0.5), ...row(0.7), ...row(0)])).get('wood')).toBe(0.5);
  expect(countCells(Float32Array.from(row(0.5))).size).toBe(0);
});
