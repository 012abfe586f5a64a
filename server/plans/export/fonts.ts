import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toSfnt } from './woff.ts';

export type Face = 'text' | 'strong' | 'display';

const families: Record<Face, { family: string; weight: number }> = {
  text: { family: 'inter', weight: 400 },
  strong: { family: 'inter', weight: 600 },
  display: { family: 'source-serif-4', weight: 600 },
};
/** Each font file covers one script, so text that mixes scripts is drawn in pieces. */
const familySubsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type FamilySubset = (typeof familySubsets)[number];
/** A script of the font families, or a file of the font for Chinese and Japanese, such as `han-57`. */
export type Subset = FamilySubset | `han-${string}`;

const fileOf = (face: Face, subset: FamilySubset): string => {
  const { family, weight } = families[face];
  return fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`));
};

/** Parses a list of code points such as `U+0000-00FF,U+0131`. */
function rangesOf(list: string): [number, number][] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

type Coverage = Partial<Record<FamilySubset, [number, number][]>>;
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
  for (const subset of familySubsets) {
    const list = lists.get(subset);
    if (list) coverage[subset] = rangesOf(list);
  }
  coverages.set(family, coverage);
  return coverage;
}

/**
 * Noto Sans SC 400 of @fontsource/noto-sans-sc 5.3.0. It is in the repository because the package contains 74 MB for
 * all weights.
 */
const hanFolder = new URL('noto-sans-sc/', import.meta.url);
let hanFiles: Map<number, string> | undefined;

/** The file of the Chinese and Japanese font that contains a character. */
function hanFileOf(point: number): string | undefined {
  if (!hanFiles) {
    const table: unknown = JSON.parse(readFileSync(new URL('unicode.json', hanFolder), 'utf8'));
    hanFiles = new Map();
    for (const [file, list] of Object.entries(table as Record<string, string>))
      for (const [from, to] of rangesOf(list)) for (let at = from; at <= to; at += 1) hanFiles.set(at, file);
  }
  return hanFiles.get(point);
}

const files = new Map<string, Buffer>();

const pathOf = (face: Face, subset: Subset): string =>
  subset.startsWith('han-')
    ? fileURLToPath(new URL(`${subset.slice('han-'.length)}.woff`, hanFolder))
    : fileOf(face, subset as FamilySubset);

/** The bytes of a font, read once per process. */
export function fontFile(face: Face, subset: Subset): Buffer {
  const path = pathOf(face, subset);
  const file = files.get(path) ?? toSfnt(readFileSync(path));
  files.set(path, file);
  return file;
}

export interface TextRun {
  subset: Subset;
  text: string;
}

function subsetOf(coverage: Coverage, point: number): Subset | undefined {
  const own = familySubsets.find((name) => coverage[name]?.some(([from, to]) => point >= from && point <= to));
  if (own) return own;
  const file = hanFileOf(point);
  return file === undefined ? undefined : `han-${file}`;
}

/**
 * Splits a text into pieces that can each be drawn with one font file. A character that no file contains becomes a
 * question mark.
 */
export function runsOf(face: Face, text: string): TextRun[] {
  const coverage = coverageOf(face);
  const runs: TextRun[] = [];
  for (const character of text.normalize('NFC')) {
    const subset = subsetOf(coverage, character.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    const piece = subset ? character : '?';
    if (last && last.subset === (subset ?? 'latin')) last.text += piece;
    else runs.push({ subset: subset ?? 'latin', text: piece });
  }
  return runs;
}
