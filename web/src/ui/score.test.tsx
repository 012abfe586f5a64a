import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noCoverage, type Coverage, type RunCoverage, type ScoreBasis } from '#contract/coverage.ts';
import { Score, ScoreBar, ScoreCard, scoreTone } from '#web/ui/score.tsx';

/** The visible text of the markup, with a separator between elements. */
const wordsOf = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|');

const full: Coverage = {
  ...noCoverage,
  checks: 12,
  answered: 12,
  critical: 3,
  criticalAnswered: 3,
  photos: 1,
  usablePhotos: 1,
};
const areas: RunCoverage = { ...full, areas: 10, areasScored: 10 };

test.each([
  [100, 'good', 'bg-good-soft', 'text-good'],
  [97.2, 'plain', 'bg-sunken', 'text-ink-2'],
  [80, 'plain', 'bg-sunken', 'text-ink-2'],
  [79.4, 'medium', 'bg-medium-soft', 'text-medium'],
  [79, 'medium', 'bg-medium-soft', 'text-medium'],
  [60, 'medium', 'bg-medium-soft', 'text-medium'],
  [59, 'critical', 'bg-critical-soft', 'text-critical'],
  [0, 'critical', 'bg-critical-soft', 'text-critical'],
])('a score of %d is %s [5.badges.1, 5.badges.3]', (score, tone, ground, ink) => {
  expect(scoreTone(score, true)).toBe(tone);
  const badge = renderToString(<Score score={score} coverage={full} />);
  expect(badge).toContain(ground);
  expect(badge).toContain(ink);
  expect(wordsOf(badge)).toBe(`|${Math.round(score)}%|12 of 12 checks|`);
});

test.each<[string, ScoreBasis, boolean]>([
  ['an area with full coverage', full, true],
  ['an unanswered check', { ...full, answered: 11 }, false],
  ['an unanswered critical check', { ...full, criticalAnswered: 2 }, false],
  ['no usable photo', { ...full, usablePhotos: 0 }, false],
  ['a requirement that is not met', { ...full, requirements: 1 }, false],
  ['a property with full coverage', areas, true],
  ['a property with an area without a score', { ...areas, areasScored: 9 }, false],
  ['a property with a requirement that is not met', { ...areas, requirements: 1 }, false],
])('%s: a score of 100 is green only where nothing is left to check', (_name, coverage, good) => {
  const shown = [
    <Score key="badge" score={100} coverage={coverage} />,
    <ScoreBar key="bar" label="Score" score={100} coverage={coverage} />,
    <ScoreCard key="card" label="Score" score={100} coverage={coverage} />,
  ].map((element) => renderToString(element));
  expect(shown.map((markup) => /(?:bg|text)-good/.test(markup))).toEqual([good, good, good]);
});

test('the coverage stands beside a score in every form [domain.score.7]', () => {
  const partly = { ...full, answered: 5 };
  expect(wordsOf(renderToString(<Score score={69} coverage={partly} />))).toBe('|69%|5 of 12 checks|');
  expect(wordsOf(renderToString(<ScoreBar label="AI Score" score={69} coverage={partly} />))).toBe(
    '|69%|5 of 12 checks|',
  );
  expect(wordsOf(renderToString(<ScoreCard label="Score" score={69} coverage={partly} />))).toBe(
    '|Score|69%|5 of 12 checks|',
  );
  expect(wordsOf(renderToString(<Score score={69} coverage={{ ...areas, areasScored: 8 }} />))).toBe(
    '|69%|8 of 10 areas scored · 12 of 12 checks|',
  );
});

test('a bar announces a rounded percentage, which is 100 only for a full score [2.admin.29]', () => {
  const markup = renderToString(<ScoreBar score={97.2} coverage={full} label="AI Score" />);
  expect(markup).toContain('aria-valuenow="97"');
  expect(markup).toContain('aria-valuetext="97%"');
  expect(markup).toContain('width:97.2%');
  expect(wordsOf(renderToString(<ScoreBar score={99.7} coverage={full} label="AI Score" />))).toContain('|99%|');
});

test('a missing score is named as such and not shown as 0 [domain.score.10]', () => {
  const open = { ...full, answered: 9, criticalAnswered: 2, usablePhotos: 0 };
  expect(wordsOf(renderToString(<Score score={null} coverage={open} />))).toBe(
    '|Not enough evidence|9 of 12 checks · no usable photo|',
  );
  const bar = renderToString(<ScoreBar label="AI Score" score={null} coverage={open} />);
  expect(wordsOf(bar)).toBe('|Not enough evidence|9 of 12 checks · no usable photo|');
  expect(bar).not.toContain('meter');
  expect(wordsOf(renderToString(<ScoreCard label="Score" score={null} coverage={open} />))).toBe(
    '|Score|–|Not enough evidence · 9 of 12 checks · no usable photo|',
  );
  const details = <b>2 critical checks missing</b>;
  expect(wordsOf(renderToString(<ScoreCard label="Score" score={null} coverage={open} details={details} />))).toBe(
    '|Score|–|2 critical checks missing|',
  );
});
