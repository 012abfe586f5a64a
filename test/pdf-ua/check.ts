import { checkAnnotations } from './annotations.ts';
import { readContent } from './content.ts';
import { summarize, type Failure } from './failure.ts';
import { openPdf } from './file.ts';
import { checkFonts } from './fonts.ts';
import { checkDocument } from './metadata.ts';
import { checkStructure } from './structure.ts';

/**
 * Checks a file by the failure conditions of the Matterhorn Protocol that a program can decide. What it cannot judge,
 * such as forms or layers, also counts as a failure, so that an empty list means that everything in the file was
 * checked. Throws when the file is not a PDF.
 */
export async function checkPdfUa(bytes: Uint8Array): Promise<Failure[]> {
  const file = await openPdf(bytes);
  const content = readContent(file);
  return summarize([
    ...checkDocument(file),
    ...checkStructure(file),
    ...content.failures,
    ...checkFonts(file, content.fonts),
    ...checkAnnotations(file),
  ]);
}
