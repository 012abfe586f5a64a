import { clean, endsInDividedWord, isListMark } from './text.rules.ts';

/** A character as it stands on a page, in points from its lower left corner. */
export interface Character {
  text: string;
  left: number;
  right: number;
  baseline: number;
  height: number;
}

export interface PageLayout {
  height: number;
  characters: readonly Character[];
}

/** Characters that stand side by side without a wide gap: a line of a table's cell, or a line of running text. */
interface Cell {
  text: string;
  left: number;
  right: number;
  baseline: number;
  height: number;
}
interface Line {
  cells: Cell[];
  baseline: number;
  height: number;
}
/** Cells below each other that a reader takes for one text. */
type Block = Cell[];

/** In heights of the text: the gap between words and between cells, and the distance of the lines of one cell. */
const wordGap = 0.15;
const cellGap = 1.2;
const columnGap = 0.35;
const lineDistance = 1.15;
/** How many lines above and below show where columns begin. */
const nearLines = 6;
/** How many texts to look at for the one that a line goes on with, because a page may have very many. */
const nearBlocks = 100;
/** Texts side by side with more lines than this are columns of a page, not cells of a row. */
const longCell = 8;
/** The parts of a page in which repeated lines are its header or footer. */
const marginShare = 0.12;

type CharacterLine = Pick<Line, 'baseline' | 'height'> & { characters: Character[] };

/** The characters in reading order: lines from top to bottom, each from left to right. */
function characterLines({ characters }: PageLayout): CharacterLine[] {
  const lines: CharacterLine[] = [];
  for (const character of characters.toSorted((a, b) => b.baseline - a.baseline)) {
    const line = lines.at(-1);
    if (line && line.baseline - character.baseline <= 0.35 * Math.max(line.height, character.height)) {
      line.characters.push(character);
      line.height = Math.max(line.height, character.height);
    } else {
      lines.push({ characters: [character], baseline: character.baseline, height: character.height });
    }
  }
  for (const { characters: ofLine } of lines) ofLine.sort((a, b) => a.left - b.left);
  return lines.filter(({ characters: ofLine }) => ofLine.some(({ text }) => clean(text) !== ''));
}

/** Divides a line at the gaps that `isCellGap` accepts. */
function cellsOf(
  { characters, baseline, height }: CharacterLine,
  isCellGap: (gap: number, left: number) => boolean,
): Cell[] {
  const cells: Cell[] = [];
  for (const { text, left, right } of characters.filter((character) => clean(character.text) !== '')) {
    const cell = cells.at(-1);
    const gap = cell ? left - cell.right : Infinity;
    if (!cell || isCellGap(gap, left)) cells.push({ text, left, right, baseline, height });
    else {
      cell.text += gap > wordGap * height ? ` ${text}` : text;
      cell.right = Math.max(cell.right, right);
    }
  }
  return cells;
}

/** The lines of a page, divided at wide gaps, and at narrow ones where a column begins in the lines around. */
function linesOf(page: PageLayout): Line[] {
  const lines = characterLines(page);
  const wide = lines.map((line) => cellsOf(line, (gap) => gap > cellGap * line.height).slice(1));
  return lines.map((line, index) => {
    const around = wide.slice(Math.max(0, index - nearLines), index + nearLines + 1).flat();
    const isColumn = (left: number) => around.some((cell) => Math.abs(cell.left - left) <= 2);
    const cells = cellsOf(
      line,
      (gap, left) => gap > cellGap * line.height || (gap > columnGap * line.height && isColumn(left)),
    );
    return { cells, baseline: line.baseline, height: line.height };
  });
}

/** Lines with the same key are repeated: page and section numbers may differ. */
const keyOf = ({ cells }: Line): string => cells.map(({ text }) => clean(text).replaceAll(/\d+/g, '#')).join(' ');

/** Whether the line stands where pages have their headers and footers. */
const isInMargin = ({ baseline }: Line, { height }: PageLayout): boolean =>
  baseline > height * (1 - marginShare) || baseline < height * marginShare;

/** The keys of lines in the margins of at least two pages, and of at least half of them. */
function repeatedMargins(pages: readonly { page: PageLayout; lines: readonly Line[] }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { page, lines } of pages)
    for (const key of new Set(lines.filter((line) => isInMargin(line, page)).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set([...counts].flatMap(([key, count]) => (count >= Math.max(2, pages.length / 2) ? [key] : [])));
}

const last = (block: Block): Cell => block.at(-1) as Cell;
const leftOf = (block: Block): number => Math.min(...block.map(({ left }) => left));
const topOf = ([first]: Block): number => (first ? first.baseline + 0.7 * first.height : 0);
const bottomOf = (block: Block): number => last(block).baseline;

/** Whether a cell is the next line of the text above it. */
function continues(block: Block, cell: Cell): boolean {
  const above = last(block);
  const distance = above.baseline - cell.baseline;
  const height = Math.max(above.height, cell.height);
  if (distance < 0.5 * height || distance > lineDistance * height) return false;
  const shared = Math.min(above.right, cell.right) - Math.max(above.left, cell.left);
  return shared >= 0.5 * Math.min(above.right - above.left, cell.right - cell.left);
}

function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  for (const cell of lines.flatMap(({ cells }) => cells)) {
    const block = blocks.slice(-nearBlocks).findLast((each) => continues(each, cell));
    if (block) block.push(cell);
    else blocks.push([cell]);
  }
  return blocks;
}

/** The blocks that stand side by side, from the top of the page to its end. */
function bandsOf(blocks: readonly Block[]): Block[][] {
  const bands: { blocks: Block[]; bottom: number }[] = [];
  for (const block of blocks.toSorted((a, b) => topOf(b) - topOf(a))) {
    const band = bands.at(-1);
    if (band && topOf(block) > band.bottom) {
      band.blocks.push(block);
      band.bottom = Math.min(band.bottom, bottomOf(block));
    } else bands.push({ blocks: [block], bottom: bottomOf(block) });
  }
  return bands.map((band) => band.blocks.toSorted((a, b) => leftOf(a) - leftOf(b)));
}

const joined = (before: string, after: string): string =>
  endsInDividedWord(before) ? before + after : `${before} ${after}`;

/** A row of a table as one line, without the number or mark in its first cell. */
function rowText(blocks: readonly Block[]): string {
  const texts = blocks.filter(({ length }) => length > 0).map((block) => block.map(({ text }) => text).reduce(joined));
  const [first, ...others] = texts;
  return (first !== undefined && others.length > 0 && isListMark(first) ? others : texts).join(' · ');
}

/** Divides a band into rows that begin at these baselines. */
const rowsAt = (blocks: readonly Block[], starts: readonly number[]): string[] =>
  [Infinity, ...starts].flatMap((start, index) => {
    const end = starts[index] ?? -Infinity;
    const isIn = ({ baseline, height }: Cell) => baseline <= start + 0.35 * height && baseline > end + 0.35 * height;
    return rowText(blocks.map((block) => block.filter(isIn))) || [];
  });

/** The lines of a band: one for each row of a table, and each line of running text. */
function bandLines(blocks: readonly Block[]): string[] {
  const [first] = blocks;
  if (!first) return [];
  const plain = blocks.flatMap((block) => block.map(({ text }) => text));
  if (blocks.length === 1) return plain;
  // Where rows are as close as lines, a number in the first column or a line with all cells begins a row.
  const edge = leftOf(first) + last(first).height;
  const marks = blocks.flat().filter(({ left, text }) => left < edge && isListMark(text));
  if (marks.length > 1)
    return rowsAt(
      blocks,
      marks.map(({ baseline }) => baseline).toSorted((a, b) => b - a),
    );
  if (blocks.filter(({ length }) => length > longCell).length > 1) return plain;
  const full = first.filter(({ baseline, height }) =>
    blocks.every((block) => block.some((cell) => Math.abs(cell.baseline - baseline) < 0.35 * height)),
  );
  if (full.length > 2)
    return rowsAt(
      blocks,
      full.map(({ baseline }) => baseline),
    );
  return [rowText(blocks)];
}

/**
 * The text of each page without its repeated headers and footers. A row of a table is one line, with all lines of each
 * of its cells.
 */
export function readingTexts(pages: readonly PageLayout[]): string[] {
  const read = pages.map((page) => ({ page, lines: linesOf(page) }));
  const margins = repeatedMargins(read);
  return read.map(({ page, lines }) => {
    const kept = lines.filter((line) => !isInMargin(line, page) || !margins.has(keyOf(line)));
    return bandsOf(blocksOf(kept))
      .flatMap(bandLines)
      .reduce((text, line) => (text === '' || endsInDividedWord(text) ? text + line : `${text}\n${line}`), '');
  });
}
