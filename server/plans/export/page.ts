import PDFDocument from 'pdfkit';
import { fontFile, runsOf, type Face, type Subset } from './fonts.ts';
import { createTags, type Tags } from './tags.ts';
import { printable } from './texts.ts';
import type { Times } from './times.ts';

/** The colors of the light theme (web/src/styles), because paper is light. */
export const ink = {
  ink: '#14232b',
  soft: '#4a5a62',
  faint: '#6b777d',
  line: '#dedbd1',
  sunken: '#efede6',
  accent: '#0b6b63',
  white: '#ffffff',
} as const;

export interface Style {
  face: Face;
  size: number;
  color: string;
  /** The distance between baselines, in points. */
  leading: number;
}

export const styles = {
  title: { face: 'display', size: 26, color: ink.ink, leading: 31 },
  heading: { face: 'display', size: 16, color: ink.ink, leading: 21 },
  figure: { face: 'display', size: 18, color: ink.ink, leading: 22 },
  item: { face: 'strong', size: 11.5, color: ink.ink, leading: 15 },
  strong: { face: 'strong', size: 9, color: ink.ink, leading: 13 },
  body: { face: 'text', size: 9, color: ink.ink, leading: 13 },
  soft: { face: 'text', size: 9, color: ink.soft, leading: 13 },
  small: { face: 'text', size: 7.5, color: ink.faint, leading: 10.5 },
} as const satisfies Record<string, Style>;

/** US Letter, in points. */
export const page = { width: 612, height: 792, left: 48, right: 48, top: 52, bottom: 56 } as const;
export const contentWidth = page.width - page.left - page.right;

export interface PdfPage {
  readonly doc: PDFKit.PDFDocument;
  /** Formats times in the property's zone. */
  readonly times: Times;
  /** The top of the next block. */
  y: number;
  /** The width of a text in one line, in points. */
  widthOf(text: string, style: Style): number;
  /** Breaks a text into lines that fit the width. */
  wrap(text: string, style: Style, width: number): string[];
  /** Draws one line; `y` is the top of the line's box. Right-aligned lines end at x + width. */
  line(text: string, style: Style, at: { x: number; y: number; width?: number; align?: 'left' | 'right' }): void;
  /** Draws a text over several lines and returns its height. */
  paragraph(text: string, style: Style, at: { x: number; y: number; width: number }): number;
  /** Starts a new page unless this one has this much space left. */
  ensureSpace(height: number): void;
  newPage(): void;
  /** Tags the parts of the document for screen readers; anything drawn outside of a tag is decoration to them. */
  readonly tags: Tags;
}

/**
 * How much the Chinese and Japanese font must be moved up to share the baseline of the others, as a fraction of the
 * size.
 */
const hanRise: Record<Face, number> = { text: 0.19, strong: 0.19, display: 0.12 };

/**
 * Digits are tabular, so that amounts line up in columns, but not beside a hyphen, which would be as wide as a digit and
 * tear texts apart, as in 'CASE - 2026'. Other texts use the font's default features, because the library caches the layouts
 * of words only with those. Contextual alternates would take half of the time and change no digit.
 */
const featuresOf = (text: string) => (/\d/.test(text) && !text.includes('-') ? figures : undefined);
// The font library also accepts features to turn off; its types only allow a list of those to turn on.
const figures = { tnum: true, calt: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

export const contentHeight = page.height - page.top - page.bottom;

interface DocumentInfo {
  title: string;
  subject: string;
  changedAt: Date;
  times: Times;
}

/** An empty document that conforms to PDF/UA-1. */
function createDocument(info: DocumentInfo): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    // The package supports this value; its types do not list it yet.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    info: {
      Title: info.title,
      Subject: info.subject,
      Creator: 'Innspect',
      Producer: 'Innspect',
      // The date of the data instead of now, so that the same data gives the same bytes.
      CreationDate: info.changedAt,
      ModDate: info.changedAt,
    },
  });
  // With the number 1 the package would add a list of each font's glyphs (CIDSet) for PDF/A-1, which lacks the parts of
  // accented letters.
  return Object.assign(doc, { subset: '1' });
}

/** Sets the font for the following text, and embeds it when it is first used. */
function createFonts(doc: PDFKit.PDFDocument) {
  const registered = new Set<string>();
  return (face: Face, subset: Subset, size: number): void => {
    const name = `${face} ${subset}`;
    if (!registered.has(name)) doc.registerFont(name, fontFile(face, subset));
    registered.add(name);
    doc.font(name).fontSize(size);
  };
}

/** Creates a document with the fonts and the layout of all pages. */
export function createPdfPage(info: DocumentInfo): PdfPage {
  const doc = createDocument(info);
  const tags = createTags(doc);
  const use = createFonts(doc);
  const widths = new Map<string, number>();

  function widthOf(text: string, style: Style): number {
    const key = `${style.face} ${style.size} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    let width = 0;
    for (const run of runsOf(style.face, text)) {
      use(style.face, run.subset, style.size);
      width += doc.widthOfString(run.text, { features: featuresOf(run.text) });
    }
    widths.set(key, width);
    return width;
  }

  /** Splits a word that is wider than a whole line. */
  function pieces(word: string, style: Style, width: number): string[] {
    if (widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of word) {
      if (part && widthOf(part + character, style) > width) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return [...parts, part];
  }

  function wrap(text: string, style: Style, width: number): string[] {
    return printable(text)
      .split(/\r\n|\r|\n/)
      .flatMap((paragraph) => {
        const lines: string[] = [];
        let current = '';
        let used = 0;
        const words = paragraph.split(/[ \t]+/).filter(Boolean);
        for (const word of words.flatMap((whole) => pieces(whole, style, width))) {
          // Measured word by word, because the widths of words are cached.
          const longer = used + widthOf(' ', style) + widthOf(word, style);
          if (current && longer > width) {
            lines.push(current);
            current = '';
          }
          used = current ? longer : widthOf(word, style);
          current = current ? `${current} ${word}` : word;
        }
        return [...lines, current];
      });
  }

  const pdf: PdfPage = {
    doc,
    times: info.times,
    tags,
    y: page.top,
    widthOf,
    wrap,
    line(text, style, { x, y, width, align = 'left' }) {
      let at = align === 'right' && width !== undefined ? x + width - widthOf(text, style) : x;
      // Text is positioned by its ascender; half of the remaining line height goes above it and half below.
      const top = y + (style.leading - style.size * 1.21) / 2;
      tags.content(() => {
        const runs = runsOf(style.face, text);
        for (const [index, run] of runs.entries()) {
          use(style.face, run.subset, style.size);
          const features = featuresOf(run.text);
          const rise = run.subset.startsWith('han-') ? hanRise[style.face] * style.size : 0;
          doc.fillColor(style.color).text(run.text, at, top - rise, { lineBreak: false, features });
          if (index < runs.length - 1) at += doc.widthOfString(run.text, { features });
        }
      });
    },
    paragraph(text, style, { x, y, width }) {
      const lines = wrap(text, style, width);
      lines.forEach((line, index) => pdf.line(line, style, { x, y: y + index * style.leading }));
      return lines.length * style.leading;
    },
    ensureSpace(height) {
      if (pdf.y + height > page.height - page.bottom) pdf.newPage();
    },
    newPage() {
      doc.addPage();
      tags.beginPage();
      pdf.y = page.top;
    },
  };
  return pdf;
}
