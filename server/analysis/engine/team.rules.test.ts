import { expect, test } from 'vitest';
import type { EngineFinding } from './port.ts';
import { combineReaders, mergeReaders } from './team.rules.ts';

const at = (x: number, y = 0.1) => ({ x, y, width: 0.2, height: 0.2 });
const finding = (
  category: EngineFinding['category'],
  x: number | null,
  more: Partial<EngineFinding> = {},
): EngineFinding => ({
  category,
  severity: 'medium',
  confidence: 60,
  ...(x === null ? {} : { boundingBox: at(x) }),
  ...more,
});
const builtin = (...findings: EngineFinding[]) => ({ findings, categories: ['crack', 'stain', 'mould'] as const });

test('they agree: the service gives the category, the built-in engine the place', () => {
  const said = finding('crack', 0.15, { severity: 'high', confidence: 50, description: 'A crack.' });
  const seen = finding('crack', 0.1, { confidence: 72 });
  expect(mergeReaders([said], builtin(seen))).toEqual([{ ...said, boundingBox: at(0.1), confidence: 72 }]);
});

test('an alternative of the built-in engine is not a disagreement', () => {
  const seen = finding('stain', 0.1, { alternatives: ['mould'] });
  const [merged] = mergeReaders([finding('mould', 0.1)], builtin(seen));
  expect([merged?.category, merged?.disagreement]).toEqual(['mould', undefined]);
});

test('another category at the same place is questioned, with the category of the built-in engine', () => {
  const merged = mergeReaders([finding('mould', 0.1)], builtin(finding('stain', 0.12)));
  expect(merged).toEqual([finding('mould', 0.12, { alternatives: ['stain'], disagreement: 'other_kind' })]);
});

test('a finding of only one of them is questioned', () => {
  const merged = mergeReaders([finding('crack', 0.1)], builtin(finding('crack', 0.7)));
  expect(merged.map(({ boundingBox, disagreement }) => [boundingBox?.x, disagreement])).toEqual([
    [0.1, 'only_service'],
    [0.7, 'only_builtin'],
  ]);
});

test('a category that the built-in engine cannot detect is not questioned', () => {
  const said = finding('blocked_exit', 0.1, { severity: 'critical' });
  expect(mergeReaders([said], builtin())).toEqual([said]);
});

test('a finding without a place gets that of the same category', () => {
  const merged = mergeReaders([finding('crack', null)], builtin(finding('crack', 0.7)));
  expect(merged).toEqual([finding('crack', 0.7)]);
  expect(mergeReaders([finding('leak', null)], builtin(finding('crack', 0.7)))).toHaveLength(2);
});

test('each finding has one partner, preferably one of its own category', () => {
  const merged = mergeReaders([finding('mould', 0.1), finding('stain', 0.12)], builtin(finding('stain', 0.1)));
  expect(merged.map(({ category, disagreement }) => [category, disagreement])).toEqual([
    ['mould', 'only_service'],
    ['stain', undefined],
  ]);
});

test('a defect that several pictures of a photo show is listed once', () => {
  const reading = (...findings: EngineFinding[]) => ({ findings, objects: [], labels: [] });
  const empty = { model: '', version: '', objects: [], labels: [], findings: [], categories: [] };
  const { findings } = combineReaders(
    empty,
    [
      reading(finding('leak', 0.1, { confidence: 50 }), finding('hvac', null)),
      reading(finding('leak', 0.12, { confidence: 80 }), finding('leak', 0.7)),
    ],
    { namesDamage: true },
  );
  expect(findings.map(({ boundingBox, category, confidence }) => [category, boundingBox?.x, confidence])).toEqual([
    ['leak', 0.12, 80],
    ['leak', 0.7, 60],
    ['hvac', undefined, 60],
  ]);
});

test('objects of both are listed once, at the place that the built-in engine gives', () => {
  const bed = { name: 'bed', confidence: 60, boundingBox: at(0.1) };
  const { objects } = combineReaders(
    { model: '', version: '', objects: [bed], labels: [], findings: [], categories: [] },
    [
      {
        findings: [],
        labels: [],
        objects: [
          { ...bed, confidence: 90, boundingBox: at(0.12) },
          { name: 'lamp', confidence: 70 },
        ],
      },
    ],
    { namesDamage: true },
  );
  expect(objects).toEqual([bed, { name: 'lamp', confidence: 70 }]);
});
