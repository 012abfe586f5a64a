import { buffer } from 'node:stream/consumers';

/** A fixed date, so that the bytes are the same at every call and a resumed load does not add the file twice. */
const madeAt = new Date(Date.UTC(2026, 0, 1));

/** Draws a page that looks like a certificate: a title and lines of text. */
export async function drawCertificate({ title, lines }: { title: string; lines: readonly string[] }): Promise<Buffer> {
  // Loaded here, because most installations never draw one.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: 'LETTER', margin: 64, info: { Title: title, CreationDate: madeAt } });
  document.rect(40, 40, 532, 712).stroke('#0b6b5f');
  document.moveDown(2).font('Times-Bold').fontSize(26).fillColor('#1a2326').text(title);
  document.moveDown().font('Helvetica').fontSize(12);
  for (const line of lines) document.moveDown(0.6).text(line);
  document.end();
  return buffer(document);
}
