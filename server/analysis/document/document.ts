import { readFile } from 'node:fs/promises';
import { PhotoRejected } from '../analysis.errors.ts';
import type { Pixels } from '../picture/codec.ts';
import { withPdf, type PdfFile, type PdfPage } from './pdfium.ts';
import { readingTexts } from './layout.rules.ts';
import { keptText, requirementLines } from './text.rules.ts';

/** In points: 200 inches, the limit of the format itself. */
const maxSide = 14_400;
const maxPages = 500;
/** The number of pages whose text is read, and of characters stored with a certificate. */
const textPages = 50;
const textCharacters = 20_000;

export interface DocumentFacts {
  pageCount: number;
  /** The text layer of the first pages; null when there is none, as in a plain scan. */
  text: string | null;
  /** The size of the first page's picture in pixels. */
  width: number;
  height: number;
}

export interface DocumentLines {
  pageCount: number;
  /** Empty when the document has no text layer. */
  lines: string[];
}

function checkPages(pdf: PdfFile): void {
  if (pdf.pageCount < 1) throw new PhotoRejected('unreadable');
  if (pdf.pageCount > maxPages) throw new PhotoRejected('too_many_pages');
}

/** The size in whole pixels of a page whose longer side is `longest`. */
function sizeOf({ width, height }: PdfPage, longest: number): { width: number; height: number } {
  if (!(width > 0 && height > 0)) throw new PhotoRejected('unreadable');
  if (Math.max(width, height) > maxSide) throw new PhotoRejected('page_too_large');
  const scale = longest / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const readTexts = (pdf: PdfFile): string[] =>
  Array.from({ length: Math.min(pdf.pageCount, textPages) }, (_, index) => pdf.page(index, (page) => page.text()));

/** The text of the pages in the order in which a person reads it, or PDFium's own where a page is turned. */
function readInOrder(pdf: PdfFile): string[] {
  const pages = Array.from({ length: Math.min(pdf.pageCount, textPages) }, (_, index) =>
    pdf.page(index, (page) => {
      const characters = page.characters();
      return characters ? { height: page.height, characters } : page.text();
    }),
  );
  const texts = readingTexts(pages.filter((page) => typeof page !== 'string'));
  return pages.map((page) => (typeof page === 'string' ? page : (texts.shift() ?? '')));
}

/** Reads a PDF, and draws its first page once to verify that it can be shown. Throws PhotoRejected. */
export async function readDocument(path: string, longest: number): Promise<DocumentFacts> {
  return withPdf(await readFile(path), (pdf) => {
    checkPages(pdf);
    const size = pdf.page(0, (page) => {
      const { width, height } = sizeOf(page, longest);
      page.render(width, height);
      return { width, height };
    });
    return { pageCount: pdf.pageCount, text: keptText(readTexts(pdf), textCharacters), ...size };
  });
}

/** The first page as a picture whose longer side is `longest` pixels. Throws PhotoRejected. */
export async function drawFirstPage(path: string, longest: number): Promise<Pixels> {
  const drawn = await withPdf(await readFile(path), (pdf) => {
    checkPages(pdf);
    return pdf.page(0, (page) => {
      const size = sizeOf(page, longest);
      return { ...size, rgba: page.render(size.width, size.height) };
    });
  });
  const data = new Uint8Array(drawn.width * drawn.height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) data.set(drawn.rgba.subarray(from, from + 3), to);
  return { data, width: drawn.width, height: drawn.height };
}

/** The lines of a document that lists requirements. Throws PhotoRejected. */
export const readLines = (file: Uint8Array): Promise<DocumentLines> =>
  withPdf(file, (pdf) => {
    checkPages(pdf);
    return { pageCount: pdf.pageCount, lines: requirementLines(readInOrder(pdf)) };
  });
