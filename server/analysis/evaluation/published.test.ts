import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { version } from '../engine/builtin/builtin.ts';
import { evaluate } from './figures.rules.ts';
import { renderEvaluation } from './report.ts';

const page = await readFile(new URL('../../../docs/analysis.md', import.meta.url), 'utf8');
const measured = page.split(/^## /m).find((section) => section.startsWith('Measured')) ?? '';
/** The names of the figures in a section of the printed evaluation, as they are on the page. */
const figuresOf = (title: string): string[] => {
  const [, part = ''] = renderEvaluation(evaluate([])).split(`${title}\n`);
  const [lines = ''] = part.split('\n\n');
  return lines.split('\n').map(
    (line) =>
      line
        .trim()
        .split(/ {2,}| none/)[0]
        ?.replace('…', '...') ?? '',
  );
};

test('the published figures are those of the shipped engine [domain.accuracy.2]', async () => {
  expect(measured).toContain(`Engine version ${version}`);
  for (const head of ['surface-head.json', 'material-head.json']) {
    const bytes = await readFile(new URL(`../engine/builtin/${head}`, import.meta.url));
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    expect(measured, 'measure the new head, then publish what came').toContain(`\`${head}\` ${digest}`);
  }
});

test.each([...figuresOf('Damage'), ...figuresOf('Objects and quality')])('%s is published', (name) => {
  const rows = measured.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const [, , ...cells] = rows.find((row) => row[1] === name) ?? [];
  // A share from 0 to 1, its count and its interval, or 'none' without photos.
  expect(cells.join(' ')).toMatch(/^none|^[01]\.\d\d \d+\/\d+ [01]\.\d\d–[01]\.\d\d/);
});
