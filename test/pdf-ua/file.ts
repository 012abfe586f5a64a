import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** A structure element, with its kind according to the role map. */
export interface Element {
  kind: string;
  dict: PDFDict;
  parent: Element | null;
  children: Element[];
  /** Marked content of pages, and other objects such as annotations. */
  content: { page: PDFDict | undefined; id: number }[];
  objects: PDFDict[];
}

export interface PdfFile {
  catalog: PDFDict;
  pages: readonly PDFDict[];
  /** In reading order, each before its children. */
  elements: readonly Element[];
  encrypted: boolean;
  resolve(object: PDFObject | undefined): PDFObject | undefined;
  dict(parent: PDFDict | undefined, key: string): PDFDict | undefined;
  array(parent: PDFDict | undefined, key: string): PDFObject[];
  name(parent: PDFDict | undefined, key: string): string | undefined;
  number(parent: PDFDict | undefined, key: string): number | undefined;
  text(parent: PDFDict | undefined, key: string): string | undefined;
  value(parent: PDFDict | undefined, key: string): PDFObject | undefined;
  stream(parent: PDFDict | undefined, key: string): Uint8Array | undefined;
}

/** The standard kind to which the role map leads; null if it is circular. */
export function mappedKind(roles: (kind: string) => string | undefined, kind: string): string | null {
  const seen = new Set<string>();
  for (let current = kind; ;) {
    const next = roles(current);
    if (next === undefined) return current;
    if (seen.has(next)) return null;
    seen.add(next);
    current = next;
  }
}

export const bytesOf = (stream: PDFRawStream): Uint8Array => decodePDFRawStream(stream).decode();

/** Opens a file with its structure tree. Throws when it is not a PDF. */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  const { context, catalog } = document;
  const resolve = (object: PDFObject | undefined) => (object === undefined ? undefined : context.lookup(object));
  const value = (parent: PDFDict | undefined, key: string) => resolve(parent?.get(PDFName.of(key)));
  const only =
    <T>(kind: abstract new (...given: never[]) => T) =>
    (parent: PDFDict | undefined, key: string): T | undefined => {
      const found = value(parent, key);
      return found instanceof (kind as new (...given: unknown[]) => T) ? found : undefined;
    };
  const dict = only(PDFDict as unknown as abstract new (...given: never[]) => PDFDict);
  const name = only(PDFName as unknown as abstract new (...given: never[]) => PDFName);
  const file: Omit<PdfFile, 'elements'> = {
    catalog,
    pages: document.getPages().map(({ node }) => node),
    encrypted: context.trailerInfo.Encrypt !== undefined,
    resolve,
    value,
    dict: (parent, key) => {
      const found = value(parent, key);
      return found instanceof PDFRawStream ? found.dict : dict(parent, key);
    },
    array(parent, key) {
      const found = value(parent, key);
      return found instanceof PDFArray ? found.asArray() : found === undefined ? [] : [found];
    },
    name: (parent, key) => name(parent, key)?.decodeText(),
    number(parent, key) {
      const found = value(parent, key);
      return found instanceof PDFNumber ? found.asNumber() : undefined;
    },
    text(parent, key) {
      const found = value(parent, key);
      return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : undefined;
    },
    stream(parent, key) {
      const found = value(parent, key);
      return found instanceof PDFRawStream ? bytesOf(found) : undefined;
    },
  };
  return { ...file, elements: readElements(file) };
}

function readElements(file: Omit<PdfFile, 'elements'>): Element[] {
  const root = file.dict(file.catalog, 'StructTreeRoot');
  const roles = file.dict(root, 'RoleMap');
  const elements: Element[] = [];
  const seen = new Set<PDFDict>();

  function kidsOf(dict: PDFDict | undefined, element: Element | null, page: PDFDict | undefined): void {
    for (const given of file.array(dict, 'K')) {
      const kid = file.resolve(given);
      if (kid instanceof PDFNumber) element?.content.push({ page, id: kid.asNumber() });
      else if (kid instanceof PDFDict) kidOf(kid, element, page);
    }
  }

  function kidOf(kid: PDFDict, parent: Element | null, page: PDFDict | undefined): void {
    const ownPage = file.dict(kid, 'Pg') ?? page;
    const type = file.name(kid, 'Type');
    if (type === 'MCR') parent?.content.push({ page: ownPage, id: file.number(kid, 'MCID') ?? -1 });
    else if (type === 'OBJR') {
      const object = file.dict(kid, 'Obj');
      if (object) parent?.objects.push(object);
    } else if (!seen.has(kid)) {
      seen.add(kid);
      const named = file.name(kid, 'S') ?? '';
      const kind = mappedKind((each) => file.name(roles, each), named) ?? named;
      const element: Element = { kind, dict: kid, parent, children: [], content: [], objects: [] };
      elements.push(element);
      parent?.children.push(element);
      kidsOf(kid, element, ownPage);
    }
  }

  kidsOf(root, null, undefined);
  return elements;
}
