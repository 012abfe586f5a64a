import { PDFBool, type PDFDict } from '@cantoo/pdf-lib';
import type { Element, PdfFile } from './file.ts';
import { failure, type Failure } from './failure.ts';

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** Whether the language of an element is known, from the nearest ancestor that names one, or from the document. */
function isLanguageKnown(file: PdfFile, element: Element | null): boolean {
  for (let each = element; each; each = each.parent) if (file.text(each.dict, 'Lang')) return true;
  return !!file.text(file.catalog, 'Lang');
}

function checkLanguages(file: PdfFile): Failure[] {
  const failures: Failure[] = [];
  const document = file.text(file.catalog, 'Lang');
  if (document === undefined) failures.push(failure('11-006', 'The language of the metadata is not known'));
  else if (!languageTag.test(document)) failures.push(failure('11-001', `'${document}' is no language`));
  if (!document && file.dict(file.catalog, 'Outlines'))
    failures.push(failure('11-003', 'The language of the bookmarks is not known'));
  for (const element of file.elements) {
    const own = file.text(element.dict, 'Lang');
    if (own && !languageTag.test(own)) failures.push(failure('11-001', `'${own}' is no language`));
    if (isLanguageKnown(file, element)) continue;
    if (element.content.length > 0) failures.push(failure('11-001', 'The language of a text is not known'));
    if (['Alt', 'ActualText', 'E'].some((key) => file.text(element.dict, key) !== undefined))
      failures.push(failure('11-002', 'The language of an alternative text is not known'));
  }
  return failures;
}

function checkMetadata(file: PdfFile): Failure[] {
  const metadata = file.stream(file.catalog, 'Metadata');
  if (!metadata) return [failure('06-001', 'There is no metadata')];
  const xml = Buffer.from(metadata).toString('utf8');
  const failures: Failure[] = [];
  const part = /pdfuaid:part\s*(?:>|=\s*["'])\s*(\d+)/.exec(xml)?.[1];
  if (part !== '1') failures.push(failure('06-002', 'The metadata do not say that the file is PDF/UA-1'));
  const title = /<dc:title>[\s\S]*?<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(xml)?.[1];
  if (!title?.trim()) failures.push(failure('06-003', 'The metadata have no title'));
  return failures;
}

function checkShownTitle(file: PdfFile): Failure[] {
  const shown = file.value(file.dict(file.catalog, 'ViewerPreferences'), 'DisplayDocTitle');
  if (!(shown instanceof PDFBool)) return [failure('07-001', 'It is not said that the title is shown')];
  return shown.asBoolean() ? [] : [failure('07-002', 'The title is not shown')];
}

/** Checks the document's metadata, and features that it must not have. */
export function checkDocument(file: PdfFile): Failure[] {
  const failures = [...checkMetadata(file), ...checkShownTitle(file), ...checkLanguages(file)];
  const isTrue = (parent: PDFDict | undefined, key: string) => {
    const value = file.value(parent, key);
    return value instanceof PDFBool && value.asBoolean();
  };
  const marks = file.dict(file.catalog, 'MarkInfo');
  if (!isTrue(marks, 'Marked')) failures.push(failure('ISO 14289-1 6.2', 'The file does not say that it is tagged'));
  if (isTrue(marks, 'Suspects')) failures.push(failure('01-007', 'The file says that its tags are doubtful'));
  if (file.encrypted) failures.push(failure('unknown', 'The file is encrypted'));
  if (file.value(file.catalog, 'OCProperties')) failures.push(failure('unknown', 'There are layers'));
  if (file.value(file.catalog, 'AcroForm')) failures.push(failure('unknown', 'There is a form'));
  const names = file.dict(file.catalog, 'Names');
  if (file.value(names, 'EmbeddedFiles')) failures.push(failure('unknown', 'There are embedded files'));
  return failures;
}
