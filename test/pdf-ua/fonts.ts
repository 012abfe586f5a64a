import { PDFArray, PDFDict, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import type { FontUse } from './content.ts';
import type { PdfFile } from './file.ts';
import { failure, type Failure } from './failure.ts';
import { readTokens, type Token } from './tokens.ts';

/** The widths of the glyphs of a TrueType program, in thousandths of the size. */
function glyphWidths(program: Uint8Array): number[] {
  const data = Buffer.from(program);
  const tables = new Map<string, number>();
  for (let index = 0; index < data.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16;
    tables.set(data.toString('latin1', at, at + 4), data.readUInt32BE(at + 8));
  }
  const table = (name: string): number => {
    const offset = tables.get(name);
    if (offset === undefined) throw new Error(`The font has no table ${name}`);
    return offset;
  };
  const unitsPerEm = data.readUInt16BE(table('head') + 18);
  const glyphs = data.readUInt16BE(table('maxp') + 4);
  const measured = data.readUInt16BE(table('hhea') + 34);
  return Array.from({ length: glyphs }, (_, glyph) => {
    // The last given width applies to all later glyphs.
    const advance = data.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, measured - 1));
    return (advance * 1000) / unitsPerEm;
  });
}

/** The widths from W and DW of a descendant font (ISO 32000-1, 9.7.4.3). */
function declaredWidths(file: PdfFile, font: PDFDict): (glyph: number) => number {
  const widths = new Map<number, number>();
  const entries = file.array(font, 'W').map((given) => file.resolve(given));
  const numberAt = (index: number) => {
    const entry = entries[index];
    return entry instanceof PDFNumber ? entry.asNumber() : Number.NaN;
  };
  for (let index = 0; index < entries.length;) {
    const list = entries[index + 1];
    if (list instanceof PDFArray) {
      for (const [offset, given] of list.asArray().entries()) {
        const width = file.resolve(given);
        if (width instanceof PDFNumber) widths.set(numberAt(index) + offset, width.asNumber());
      }
      index += 2;
    } else {
      for (let glyph = numberAt(index); glyph <= numberAt(index + 1); glyph += 1)
        widths.set(glyph, numberAt(index + 2));
      index += 3;
    }
  }
  return (glyph) => widths.get(glyph) ?? file.number(font, 'DW') ?? 1000;
}

const numberOf = (bytes: Uint8Array): number => Number.parseInt(Buffer.from(bytes).toString('hex') || '0', 16);

/** The text of each code according to ToUnicode, as UTF-16 with the high byte first. */
function unicodeOf(map: Uint8Array): Map<number, Uint8Array> {
  const texts = new Map<number, Uint8Array>();
  let operands: Token[] = [];
  const strings = (from: number, count: number) =>
    operands.slice(from, from + count).map((token) => (token.kind === 'string' ? token.bytes : new Uint8Array()));
  const readRanges = () => {
    for (let index = 0; index + 2 < operands.length; index += 3) {
      const [first, last] = strings(index, 2).map(numberOf);
      const target = operands[index + 2];
      for (let code = first ?? 0; code <= (last ?? -1); code += 1) {
        const offset = code - (first ?? 0);
        const item = target?.kind === 'array' ? target.items[offset] : target;
        if (item?.kind !== 'string') continue;
        const text = Buffer.from(item.bytes);
        if (target?.kind === 'string' && text.length >= 2)
          text.writeUInt16BE(text.readUInt16BE(text.length - 2) + offset, text.length - 2);
        texts.set(code, text);
      }
    }
  };
  for (const token of readTokens(map)) {
    if (token.kind !== 'operator') {
      operands.push(token);
      continue;
    }
    if (token.text === 'endbfrange') readRanges();
    if (token.text === 'endbfchar')
      for (let index = 0; index + 1 < operands.length; index += 2) {
        const [code, text] = strings(index, 2);
        if (code && text) texts.set(numberOf(code), text);
      }
    operands = [];
  }
  return texts;
}

function checkUnicode(file: PdfFile, { font }: FontUse, codes: ReadonlySet<number>): Failure[] {
  const map = file.stream(font, 'ToUnicode');
  const called = file.name(font, 'BaseFont');
  if (!map) return [failure('31-027', `${called} does not say which characters it draws`)];
  const texts = unicodeOf(map);
  const failures: Failure[] = [];
  for (const code of codes) {
    const text = Buffer.from(texts.get(code) ?? []);
    if (text.length < 2) failures.push(failure('10-001', `${called} draws a glyph that is no character`));
    for (let at = 0; at + 1 < text.length; at += 2) {
      const unit = text.readUInt16BE(at);
      if (unit === 0) failures.push(failure('31-028', `${called} gives a glyph as the character 0`));
      if (unit === 0xfe_ff || unit === 0xff_fe)
        failures.push(failure('31-029', `${called} gives a glyph as a byte order mark`));
    }
  }
  return failures;
}

function checkProgram(file: PdfFile, use: FontUse, descendant: PDFDict, glyphs: ReadonlySet<number>): Failure[] {
  const called = file.name(use.font, 'BaseFont');
  const descriptor = file.dict(descendant, 'FontDescriptor');
  const program = file.stream(descriptor, 'FontFile2');
  if (!program) return [failure('31-009', `${called} is not embedded`)];
  const failures: Failure[] = [];
  const map = file.value(descendant, 'CIDToGIDMap');
  if (map === undefined) failures.push(failure('31-004', `${called} does not say which codes are which glyphs`));
  else if (map instanceof PDFRawStream) failures.push(failure('unknown', `${called} has a table of its glyphs`));
  else if (file.name(descendant, 'CIDToGIDMap') !== 'Identity')
    failures.push(failure('31-005', `${called} does not say rightly which codes are which glyphs`));
  const widths = glyphWidths(program);
  const declared = declaredWidths(file, descendant);
  for (const glyph of glyphs) {
    const width = widths[glyph];
    if (width === undefined) failures.push(failure('31-011', `${called} lacks a glyph that is drawn`));
    // Both were rounded by the program that wrote them.
    else if (Math.abs(width - declared(glyph)) > 1)
      failures.push(failure('31-016', `${called} gives a glyph ${declared(glyph)} wide that is ${width} wide`));
  }
  if (glyphs.has(0)) failures.push(failure('31-030', `${called} draws the sign for a missing glyph`));
  const listed = file.stream(descriptor, 'CIDSet');
  if (listed && widths.some((_, glyph) => (((listed[glyph >> 3] ?? 0) >> (7 - (glyph & 7))) & 1) === 0))
    failures.push(failure('31-014', `The list of the glyphs of ${called} is not whole`));
  return failures;
}

/**
 * Checks fonts as our documents have them: TrueType programs whose two-byte codes are glyphs. Others cannot be judged
 * here.
 */
export function checkFonts(file: PdfFile, uses: readonly FontUse[]): Failure[] {
  return uses.flatMap((use) => {
    const descendant = file.resolve(file.array(use.font, 'DescendantFonts')[0]);
    const isKnown =
      file.name(use.font, 'Subtype') === 'Type0' &&
      file.name(use.font, 'Encoding') === 'Identity-H' &&
      descendant instanceof PDFDict &&
      file.name(descendant, 'Subtype') === 'CIDFontType2';
    if (!isKnown) return [failure('unknown', `${file.name(use.font, 'BaseFont')} is a font of another kind`)];
    const visible = new Set<number>();
    const all = new Set<number>();
    for (const text of use.texts)
      for (let at = 0; at + 1 < text.bytes.length; at += 2) {
        const code = numberOf(text.bytes.subarray(at, at + 2));
        all.add(code);
        if (text.visible) visible.add(code);
      }
    return [...checkUnicode(file, use, all), ...checkProgram(file, use, descendant, visible)];
  });
}
