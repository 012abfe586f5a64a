import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Meter, ScoreMeter } from './meter.tsx';

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');

test('a score is shown and announced as a rounded percentage [2.admin.29]', () => {
  const markup = renderToString(<ScoreMeter score={97.2} label="AI Score" />);
  expect(wordsOf(markup)).toBe('97%');
  expect(markup).toContain('aria-valuenow="97"');
  expect(markup).toContain('aria-valuetext="97%"');
  expect(markup).toContain('width:97.2%');
});

test('a missing score is not shown as 0 [domain.score.10]', () => {
  const markup = renderToString(<ScoreMeter score={null} />);
  expect(wordsOf(markup)).toBe('Not enough evidence');
  expect(markup).not.toContain('meter');
});

test('values outside 0 to 100 are clamped', () => {
  expect(renderToString(<Meter value={103.7} label="Share" />)).toContain('aria-valuenow="100"');
  expect(renderToString(<Meter value={-2} label="Share" />)).toContain('aria-valuenow="0"');
});
