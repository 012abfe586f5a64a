import { PDFDict } from '@cantoo/pdf-lib';
import type { PdfFile } from './file.ts';
import { failure, type Failure } from './failure.ts';

/** Checks links, the only annotations in our documents; others cannot be judged here. */
export function checkAnnotations(file: PdfFile): Failure[] {
  return file.pages.flatMap((page) => {
    const annotations = file.array(page, 'Annots').flatMap((given) => {
      const found = file.resolve(given);
      return found instanceof PDFDict ? [found] : [];
    });
    if (annotations.length === 0) return [];
    const failures: Failure[] = [];
    const order = file.name(page, 'Tabs');
    if (order === undefined) failures.push(failure('28-008', 'A page with links says no tab order'));
    else if (order !== 'S') failures.push(failure('28-009', 'The tab order of a page is not that of the structure'));
    for (const annotation of annotations) {
      if (file.name(annotation, 'Subtype') !== 'Link') {
        failures.push(failure('unknown', `There is an annotation of the kind ${file.name(annotation, 'Subtype')}`));
        continue;
      }
      const element = file.elements.find(({ objects }) => objects.includes(annotation));
      if (element?.kind !== 'Link') failures.push(failure('28-011', 'A link stands in no Link element'));
      if (!file.text(annotation, 'Contents')?.trim())
        failures.push(failure('28-012', 'A link does not say in words where it leads'));
    }
    return failures;
  });
}
