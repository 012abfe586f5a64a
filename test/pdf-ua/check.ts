import { checkAnnotations } from './annotations.ts';
import { readContent } from './content.ts';
import { summarize, type Failure } from './failure.ts';
import { openPdf } from './file.ts';
import { checkFonts } from './fonts.ts';
import { checkDocument } from './metadata.ts';
import { checkStructure } from './structure.ts';

/**
 * Examines a file by the failure conditions of the Matterhorn Protocol that a program can decide. What it cannot judge, such as forms or
 * layers, is a failure as well, so that an empty list says that everything in the file was examined. Throws where the file is no PDF.
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
