import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** The same bytes at every call, so that a load that goes on does not add it twice. */
const madeAt = new Date(Date.UTC(2026, 0, 1));

/** A page that looks like what an inspector is handed: a title and lines of text. */
export async function drawCertificate({ title, lines }: { title: string; lines: readonly string[] }): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER', margin: 64, info: { Title: title, CreationDate: madeAt } });
  document.rect(40, 40, 532, 712).stroke('#0b6b5f');
  document.moveDown(2).font('Times-Bold').fontSize(26).fillColor('#1a2326').text(title);
  document.moveDown().font('Helvetica').fontSize(12);
  for (const line of lines) document.moveDown(0.6).text(line);
  document.end();
  return buffer(document);
}
