import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toSfnt } from './woff.ts';

export type Face = 'text' | 'strong' | 'display';

const families: Record<Face, { family: string; weight: number }> = {
  text: { family: 'inter', weight: 400 },
  strong: { family: 'inter', weight: 600 },
  display: { family: 'source-serif-4', weight: 600 },
};
/** Each file covers one script, so a text that mixes scripts is drawn in pieces. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Subset = (typeof subsets)[number];

const fileOf = (face: Face, subset: Subset): string => {
  const { family, weight } = families[face];
  return fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`));
};

/** The code points of a list such as `U+0000-00FF,U+0131`. */
function rangesOf(list: string): [number, number][] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

type Coverage = Partial<Record<Subset, [number, number][]>>;
const coverages = new Map<string, Coverage>();

function coverageOf(face: Face): Coverage {
  const { family } = families[face];
  const known = coverages.get(family);
  if (known) return known;
  const table: unknown = JSON.parse(
    readFileSync(
      new URL('../unicode.json', import.meta.resolve(`@fontsource/${family}/files/${family}-latin-400-normal.woff`)),
      'utf8',
    ),
  );
  const lists = new Map(Object.entries(table as Record<string, string>));
  const coverage: Coverage = {};
  for (const subset of subsets) {
    const list = lists.get(subset);
    if (list) coverage[subset] = rangesOf(list);
  }
  coverages.set(family, coverage);
  return coverage;
}

const files = new Map<string, Buffer>();

/** The bytes of one font; read once. */
export function fontFile(face: Face, subset: Subset): Buffer {
  const path = fileOf(face, subset);
  const file = files.get(path) ?? toSfnt(readFileSync(path));
  files.set(path, file);
  return file;
}

export interface TextRun {
  subset: Subset;
  text: string;
}

/**
 * Splits a text into pieces that one font file each can draw. A character that no file covers becomes a question mark.
 */
export function runsOf(face: Face, text: string): TextRun[] {
  const coverage = coverageOf(face);
  const runs: TextRun[] = [];
  for (const character of text.normalize('NFC')) {
    const point = character.codePointAt(0) ?? 0;
    const subset = subsets.find((name) => coverage[name]?.some(([from, to]) => point >= from && point <= to));
    const last = runs.at(-1);
    const piece = subset ? character : '?';
    if (last && last.subset === (subset ?? 'latin')) last.text += piece;
    else runs.push({ subset: subset ?? 'latin', text: piece });
  }
  return runs;
}
