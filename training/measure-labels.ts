// node scripts/run.mjs training/measure-labels.ts PHOTO_DIR odd|even [--list]
// Compares labels with those that a person gave (seen.json; '?' marks debatable ones) for the photos
// with an odd or an even number. Limits are settled on the odd ones only.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnalyzer } from '#server/analysis/analyzer.service.ts';

const [dir, half, option] = process.argv.slice(2);
if (!dir || (half !== 'odd' && half !== 'even'))
  throw new Error('Usage: node scripts/run.mjs training/measure-labels.ts PHOTO_DIR odd|even [--list]');
const text = await readFile(new URL('./seen.json', import.meta.url), 'utf8');
const all = Object.entries(JSON.parse(text) as Record<string, string[]>);
const photos = all.filter(([file]) => Number(/\d+/.exec(file)?.[0]) % 2 === (half === 'odd' ? 1 : 0));

interface Tally {
  right: number;
  wrong: number;
  there: number;
}
const tallies = new Map<string, Tally>();
const tally = (name: string): Tally => {
  const one = tallies.get(name) ?? { right: 0, wrong: 0, there: 0 };
  tallies.set(name, one);
  return one;
};

const analyzer = createAnalyzer({ faceBlur: false });
const labeled = await Promise.all(
  photos.map(async ([file, seen]) => {
    const { analysis } = await analyzer.process(join(dir, file));
    return { file, seen, labels: analysis?.labels ?? [] };
  }),
);
await analyzer.close();

for (const { file, labels, seen } of labeled) {
  for (const name of seen) if (!name.endsWith('?')) tally(name).there += 1;
  const wrong: string[] = [];
  for (const { name } of labels) {
    if (seen.includes(name)) tally(name).right += 1;
    else if (!seen.includes(`${name}?`)) {
      tally(name).wrong += 1;
      wrong.push(name);
    }
  }
  if (option === '--list') {
    const predicted = labels.map(
      ({ confidence, name }) => `${name} ${confidence}${wrong.includes(name) ? ' WRONG' : ''}`,
    );
    process.stdout.write(`${file} ${predicted.join(', ') || '-'}\n`);
  }
}
for (const [name, { right, there, wrong }] of [...tallies].toSorted(([a], [b]) => a.localeCompare(b))) {
  if (right + wrong > 0) {
    process.stdout.write(`${name.padEnd(16)} right ${right}/${right + wrong}, found ${right}/${there}\n`);
  }
}
