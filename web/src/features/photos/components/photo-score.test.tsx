import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noCoverage } from '#contract/coverage.ts';
import { PhotoScore, type ScoredScope } from './photo-score.tsx';

const covered = {
  ...noCoverage,
  checks: 12,
  answered: 12,
  critical: 3,
  criticalAnswered: 3,
  photos: 1,
  usablePhotos: 1,
};
const none = { ...covered, answered: 0, criticalAnswered: 0 };
const clear: ScoredScope = { complianceScore: 100, coverage: covered };

const shown = (score: number | null, scope: ScoredScope, detailed = false) => {
  const markup = renderToStaticMarkup(<PhotoScore score={score} scope={scope} detailed={detailed} />);
  const words = markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');
  return [words, markup.includes('-good')];
};

test.each<[string, number | null, ScoredScope, string, boolean]>([
  [
    'of an area without any check',
    100,
    { complianceScore: null, coverage: none },
    'Nothing flagged|Area: 0 of 12 checks',
    false,
  ],
  [
    'of an area with an open check',
    100,
    { complianceScore: 99, coverage: { ...covered, answered: 11 } },
    'Nothing flagged|Area: 11 of 12 checks',
    false,
  ],
  [
    'of an area with a finding elsewhere',
    100,
    { complianceScore: 69, coverage: covered },
    'Nothing flagged|Area: 12 of 12 checks',
    false,
  ],
  ['of an area that is clear', 100, clear, '100%|Area: 12 of 12 checks', true],
  ['with a finding', 69, { complianceScore: null, coverage: none }, '69%|Area: 0 of 12 checks', false],
  ['that is blurred', null, { complianceScore: null, coverage: none }, 'Cannot be judged|Area: 0 of 12 checks', false],
])('a photo %s is praised only where nothing is left [domain.score.7]', (_name, score, scope, words, green) => {
  expect(shown(score, scope)).toEqual([`|${words}|`, green]);
});

test('the details say what the area still lacks [domain.score.10]', () => {
  expect(shown(100, { complianceScore: null, coverage: none }, true)[0]).toBe(
    '|Nothing flagged|Area: Not enough evidence: 3 critical checks missing · 0 of 12 checks · 1 photo|',
  );
});
