import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { writeDocument } from '#server/plans/export/documents.ts';
import { createExportsService } from '#server/plans/export/exports.service.ts';
import { samplePlan } from '#server/plans/export/sample.test-data.ts';
import { pdfFile } from '#test/pdf.ts';
import { checkPdfUa } from './check.ts';

let paper: Buffer;
beforeAll(async () => {
  const picture = sharp({ create: { width: 80, height: 60, channels: 3, background: '#887766' } });
  const exports = createExportsService({
    factsOf: async () => ({
      address: '12 Quay Street',
      owner: 'Łukasz 東京',
      standard: null,
      caseNumber: 'CASE-2026-0001',
      inspectedAt: null,
      zone: 'America/New_York',
      score: null,
      leftOut: [],
    }),
    logo: null,
    documents: { write: writeDocument },
    photos: { evidenceOf: async () => new Map(), printOf: async () => picture.jpeg().toBuffer() },
  });
  const item = {
    category: 'mould' as const,
    severity: 'critical' as const,
    title: 'Mold around the vent',
    low: 100,
    high: 200,
    daysOnSite: 1,
    photoId: 'photo',
  };
  paper = (await exports.fileOf(samplePlan([item]), 'pdf', 'owner')).content;
});

const key = (name: string) => PDFName.of(name);
const objectsOf = (document: PDFDocument): PDFObject[] =>
  document.context.enumerateIndirectObjects().map(([, object]) => object);
const dictsOf = (document: PDFDocument, entry: string, value: string): PDFDict[] =>
  objectsOf(document).flatMap((object) => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    return dict instanceof PDFDict && dict.get(key(entry)) === key(value) ? [dict] : [];
  });
const first = <T>(all: readonly T[]): T => {
  const [found] = all;
  if (found === undefined) throw new Error('The paper has nothing of the kind');
  return found;
};
const element = (document: PDFDocument, kind: string) => first(dictsOf(document, 'S', kind));
const font = (document: PDFDocument, subtype: string) => first(dictsOf(document, 'Subtype', subtype));
const child = (document: PDFDocument, parent: PDFDict, name: string) =>
  document.context.lookup(parent.get(key(name)), PDFDict);

/** Replaces a stream to which a dictionary refers. */
function rewrite(document: PDFDocument, parent: PDFDict, name: string, change: (text: string) => string): void {
  const ref = parent.get(key(name)) as PDFRef;
  const stream = document.context.lookup(ref) as PDFRawStream;
  const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  const changed = change(text);
  expect(changed).not.toBe(text);
  document.context.assign(ref, document.context.flateStream(Buffer.from(changed, 'latin1')));
}
const onPage = (change: (text: string) => string) => (document: PDFDocument) =>
  rewrite(document, document.getPage(0).node, 'Contents', change);

const faults: Record<string, [string, (document: PDFDocument) => void]> = {
  'a drawing outside of any tag': ['01-005', onPage((text) => `${text}\n0 0 10 10 re f\n`)],
  'a text outside of any tag': ['01-005', onPage((text) => text.replace(/\/P <<\s*\/MCID 0\s*>> BDC/, '/P BMC'))],
  'decoration within a text': ['01-003', onPage((text) => text.replace(/(MCID 0\s*>> BDC)/, '$1 /Artifact BMC EMC'))],
  'a text within decoration': ['01-004', onPage((text) => text.replace('BDC', 'BDC /P <</MCID 0>> BDC EMC'))],
  'marked content that does not end': ['ISO 32000-1 14.6', onPage((text) => `${text} /Artifact BMC`)],
  'no tags': ['ISO 14289-1 6.2', ({ catalog }) => void catalog.delete(key('MarkInfo'))],
  'doubtful tags': [
    '01-007',
    (document) => child(document, document.catalog, 'MarkInfo').set(key('Suspects'), PDFBool.True),
  ],
  'no structure': ['01-005', ({ catalog }) => void catalog.delete(key('StructTreeRoot'))],
  'a kind of its own': ['02-001', (document) => element(document, 'H2').set(key('S'), key('Title'))],
  'a standard kind that means another': [
    '02-004',
    (document) =>
      child(document, document.catalog, 'StructTreeRoot').set(key('RoleMap'), document.context.obj({ P: 'H1' })),
  ],
  'kinds that mean each other': [
    '02-003',
    (document) => {
      const roles = document.context.obj({ One: 'Two', Two: 'One' });
      child(document, document.catalog, 'StructTreeRoot').set(key('RoleMap'), roles);
      element(document, 'H2').set(key('S'), key('One'));
    },
  ],
  'no metadata': ['06-001', ({ catalog }) => void catalog.delete(key('Metadata'))],
  'metadata of another norm': [
    '06-002',
    (document) => rewrite(document, document.catalog, 'Metadata', (text) => text.replace('part>1<', 'part>2<')),
  ],
  'metadata without a title': [
    '06-003',
    (document) => rewrite(document, document.catalog, 'Metadata', (text) => text.replace(/(x-default">)[^<]*/, '$1')),
  ],
  'no word on the title': ['07-001', ({ catalog }) => void catalog.delete(key('ViewerPreferences'))],
  'a title that is not shown': [
    '07-002',
    (document) => child(document, document.catalog, 'ViewerPreferences').set(key('DisplayDocTitle'), PDFBool.False),
  ],
  'a cell outside of a row': ['09-004', (document) => element(document, 'TR').set(key('S'), key('Table'))],
  'a row with one cell less': [
    '09-004',
    (document) => document.context.lookup(element(document, 'TR').get(key('K')), PDFArray).remove(1),
  ],
  'a text in a list': ['09-005', (document) => element(document, 'LI').set(key('S'), key('P'))],
  'no language': ['11-006', ({ catalog }) => void catalog.delete(key('Lang'))],
  'bookmarks without a language': ['11-003', ({ catalog }) => void catalog.delete(key('Lang'))],
  'a picture without a language': ['11-002', ({ catalog }) => void catalog.delete(key('Lang'))],
  'a language that is none': ['11-001', ({ catalog }) => catalog.set(key('Lang'), PDFString.of('American English'))],
  'a picture without words': ['13-004', (document) => void element(document, 'Figure').delete(key('Alt'))],
  'a picture with an empty word': [
    '13-004',
    (document) => element(document, 'Figure').set(key('Alt'), PDFHexString.fromText(' ')),
  ],
  'a second heading at the start': ['14-002', (document) => element(document, 'H1').set(key('S'), key('H2'))],
  'a heading that is left out': ['14-003', (document) => element(document, 'H2').set(key('S'), key('H4'))],
  'headings of both kinds': ['14-007', (document) => element(document, 'H2').set(key('S'), key('H'))],
  'a heading cell of nothing': ['15-003', (document) => void element(document, 'TH').delete(key('A'))],
  'a formula without words': ['17-002', (document) => element(document, 'P').set(key('S'), key('Formula'))],
  'a note without an id': ['19-003', (document) => element(document, 'P').set(key('S'), key('Note'))],
  'a link without tab order, element and words': [
    '28-011',
    (document) => {
      const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10] });
      document.getPage(0).node.set(key('Annots'), document.context.obj([link]));
    },
  ],
  'a font that is not embedded': [
    '31-009',
    (document) => void child(document, font(document, 'CIDFontType2'), 'FontDescriptor').delete(key('FontFile2')),
  ],
  'a font without its table of glyphs': [
    '31-004',
    (document) => void font(document, 'CIDFontType2').delete(key('CIDToGIDMap')),
  ],
  'widths that are others': [
    '31-016',
    (document) => {
      const widths = document.context.lookup(font(document, 'CIDFontType2').get(key('W')), PDFArray);
      document.context.lookup(widths.get(1), PDFArray).set(1, PDFNumber.of(5));
    },
  ],
  'a glyph that the font lacks': ['31-011', onPage((text) => text.replace(/<0001/, '<7fff'))],
  'the sign for a missing glyph': ['31-030', onPage((text) => text.replace(/<0001/, '<0000'))],
  'glyphs that are no characters': ['31-027', (document) => void font(document, 'Type0').delete(key('ToUnicode'))],
  'a glyph that is the character 0': [
    '31-028',
    (document) =>
      rewrite(document, font(document, 'Type0'), 'ToUnicode', (text) => text.replace(/(\[<0000>) <\w+>/, '$1 <0000>')),
  ],
  'a glyph that is a byte order mark': [
    '31-029',
    (document) =>
      rewrite(document, font(document, 'Type0'), 'ToUnicode', (text) => text.replace(/(\[<0000>) <\w+>/, '$1 <feff>')),
  ],
  'a glyph that is no character': [
    '10-001',
    (document) =>
      rewrite(document, font(document, 'Type0'), 'ToUnicode', (text) => text.replace(/(\[<0000>) <\w+>/, '$1 <>')),
  ],
  'content that does not lead to its element': [
    'ISO 32000-1 14.7.4.4',
    (document) => void document.getPage(0).node.delete(key('StructParents')),
  ],
  'a form, which cannot be judged': [
    'unknown',
    ({ catalog, context }) => catalog.set(key('AcroForm'), context.obj({})),
  ],
};

it("it finds no fault in a plan's document", async () => {
  expect(await checkPdfUa(paper)).toEqual([]);
});

it.each(Object.entries(faults))('finds %s', async (_, [condition, spoil]) => {
  const document = await PDFDocument.load(paper, { updateMetadata: false });
  spoil(document);
  const found = await checkPdfUa(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
  expect(found.map((each) => each.condition)).toContain(condition);
});

it('it finds the faults of an ordinary file', async () => {
  const conditions = (await checkPdfUa(await pdfFile(['A page']))).map(({ condition }) => condition);
  expect(conditions).toEqual(
    expect.arrayContaining(['01-005', '06-001', '07-001', '11-006', 'ISO 14289-1 6.2', 'unknown']),
  );
});
