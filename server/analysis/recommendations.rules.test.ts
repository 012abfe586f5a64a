import { expect, test } from 'vitest';
import { findingCategories, findingCategoryLabels, severities } from '#contract/finding-categories.ts';
import { overallConfidence } from './findings.rules.ts';
import { recommend } from './recommendations.rules.ts';
import { severityOf } from '#contract/vision/severity.ts';

test.each(findingCategories)('%s has whole sentences for every severity', (category) => {
  for (const severity of severities) {
    const { description, recommendedAction, title } = recommend(category, severity);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\w\.$/);
    expect(recommendedAction).toMatch(/^[A-Z].*\w\.$/);
  }
});

test.each(findingCategories)('%s has texts in US English; mould shows as Mold [domain.words.1]', (category) => {
  const texts = severities.flatMap((severity) => Object.values(recommend(category, severity)));
  for (const text of [findingCategoryLabels[category], ...texts])
    expect(text).not.toMatch(/mould|colour|grey|render|analyse|centre|metre/i);
  expect(findingCategoryLabels.mould).toBe('Mold');
});

test('severity changes the advice where the trade makes the difference', () => {
  expect(recommend('crack', 'high').recommendedAction).toMatch(/engineer/);
  expect(recommend('crack', 'low').title).toBe('Hairline crack');
  expect(recommend('mould', 'critical').recommendedAction).toMatch(/remediation firm/);
  expect(recommend('blocked_exit', 'critical').recommendedAction).toMatch(/at once\.$/);
});

test.each([
  ['mould', 0.3, 'critical'],
  ['mould', 0.05, 'high'],
  ['water_damage', 0.05, 'high'],
  ['crack', 0.01, 'low'],
  ['crack', 0.06, 'medium'],
  ['crack', 0.3, 'high'],
  ['stain', 0.005, 'low'],
  ['peeling_paint', 0.3, 'medium'],
  ['floor_damage', 0.1, 'high'],
] as const)('%s over %d of the picture is %s', (category, area, severity) => {
  expect(severityOf(category, area)).toBe(severity);
});

test('the overall confidence weighs findings by their penalty, and bad pictures less', () => {
  const imageQuality = { usable: true, reasons: [] };
  const findings = [{ severity: 'high', category: 'mould', confidence: 80 } as const];
  const objects = [{ confidence: 40 }];
  expect(overallConfidence({ findings, objects, labels: [], imageQuality })).toBe(76);
  expect(
    overallConfidence({ findings, objects, labels: [], imageQuality: { usable: false, reasons: ['blurred'] } }),
  ).toBe(46);
  expect(overallConfidence({ findings: [], objects: [], labels: [], imageQuality })).toBe(30);
});
