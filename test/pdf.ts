import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** A PDF with one page per text; with `drawn`, without a text layer, like a scan. */
export async function pdfFile(
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions & { drawn?: boolean } = {},
): Promise<Buffer> {
  const { drawn, ...rest } = options;
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false, ...rest });
  for (const text of pages) {
    document.addPage();
    if (drawn) document.rect(72, 72, 300, 120).fill('#334455');
    else document.fontSize(14).text(text);
  }
  document.end();
  return buffer(document);
}

/** Two pages with a header and a footer, of which the first has a table whose first texts take two lines. */
export async function tableFile(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false, margin: 0 });
  for (const number of [1, 2]) {
    document.addPage().fontSize(8).text('Harbour Brands · Manual 2026', 50, 20);
    document.text(`Page ${number} of 2`, 50, 750).fontSize(10);
    if (number === 2) document.text('Show the lobby', 50, 100);
    else
      rows.forEach((cells, row) =>
        cells.forEach((cell, column) =>
          document.text(cell, [50, 80, 200, 320][column] ?? 0, 100 + 40 * row, { width: column === 1 ? 70 : 100 }),
        ),
      );
  }
  document.end();
  return buffer(document);
}

/** A PDF of the given objects, of which the first is the catalog, for files that no ordinary program writes. */
export function rawPdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const stream = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;

/** A PDF in whose page tree one page occurs `count` times. */
export const manyPages = (count: number): Buffer =>
  rawPdf([
    catalog,
    `<</Type/Pages/Count ${count}/Kids[${'3 0 R '.repeat(count)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ]);

/** A PDF with one page of this size in points. */
export const pageOfSize = (width: number, height: number): Buffer =>
  rawPdf([
    catalog,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]>>`,
  ]);

/** A small file whose page takes minutes to draw: many transparent rectangles over the whole page. */
export const slowPage = (layers: number): Buffer =>
  rawPdf([
    catalog,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</ExtGState<</G 5 0 R>>>>>>',
    stream(`/G gs ${'0 0 612 792 re f '.repeat(layers)}`),
    '<</Type/ExtGState/BM/Luminosity/ca 0.5>>',
  ]);

/** Forms that draw each other `width` times, `depth` levels deep: width to the power of depth rectangles. */
export function nestedForms(width: number, depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, level) => {
    const content = level === depth - 1 ? '0 0 400 400 re f' : '/X Do '.repeat(width);
    const next = level === depth - 1 ? '' : `/Resources<</XObject<</X ${6 + level} 0 R>>>>`;
    return `<</Type/XObject/Subtype/Form/BBox[0 0 612 792]${next}/Length ${content.length}>>\nstream\n${content}\nendstream`;
  });
  return rawPdf([
    catalog,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    stream('/X Do'),
    ...forms,
  ]);
}

/** A page with a picture that declares this many pixels on each side. */
export const hugePicture = (side: number): Buffer =>
  rawPdf([
    catalog,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    stream('612 0 0 792 0 0 cm /X Do'),
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/RunLengthDecode/Length 1>>\nstream\n\u0080\nendstream`,
  ]);
