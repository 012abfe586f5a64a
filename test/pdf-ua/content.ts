import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib';
import { bytesOf, type PdfFile } from './file.ts';
import { failure, type Failure } from './failure.ts';
import { readTokens, type Token } from './tokens.ts';

/** The codes that a font draws, visibly or not. */
export interface FontUse {
  font: PDFDict;
  texts: { bytes: Uint8Array; visible: boolean }[];
}

/** Open marked content: decoration, an element's content by its number on the page, or neither. */
interface Mark {
  artifact: boolean;
  id: number | null;
}

const painting = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S', 'sh', 'Do']);
const showing = new Set(['Tj', 'TJ', "'", '"']);
const operandStrings = (tokens: readonly Token[]): Uint8Array[] =>
  tokens.flatMap((token) =>
    token.kind === 'string' ? [token.bytes] : token.kind === 'array' ? operandStrings(token.items) : [],
  );

export interface Content {
  failures: Failure[];
  fonts: FontUse[];
}

/** Reads what the pages draw: whether each piece is tagged or decoration, and what each font is used for. */
export function readContent(file: PdfFile): Content {
  const failures: Failure[] = [];
  const fonts = new Map<PDFDict, FontUse>();
  const tagged = taggedContent(file);
  const forms = new Map<PDFDict, number>();

  function readStream(bytes: Uint8Array, resources: PDFDict | undefined, page: PDFDict, outer: readonly Mark[]): void {
    const marks = [...outer];
    const saved: { font: PDFDict | undefined; mode: number }[] = [];
    let state: { font: PDFDict | undefined; mode: number } = { font: undefined, mode: 0 };
    let operands: Token[] = [];

    function begin(): void {
      const [tag, given] = operands;
      const artifact = tag?.kind === 'name' && tag.text === 'Artifact';
      const entry = given?.kind === 'dictionary' ? given.entries.get('MCID') : undefined;
      const id = entry?.kind === 'number' ? entry.value : propertyId(file, resources, given);
      if (artifact && marks.some((mark) => mark.id !== null))
        failures.push(failure('01-003', 'Decoration stands within tagged content'));
      if (id !== null && marks.some((mark) => mark.artifact))
        failures.push(failure('01-004', 'Tagged content stands within decoration'));
      marks.push({ artifact, id });
    }

    function checkPainted(what: string): void {
      if (marks.some((mark) => mark.artifact || (mark.id !== null && tagged.get(page)?.has(mark.id)))) return;
      failures.push(failure('01-005', `${what} is neither tagged nor decoration`));
    }

    function show(): void {
      const visible = state.mode !== 3;
      checkPainted('Text');
      if (!state.font) return void failures.push(failure('unknown', 'A text is drawn without a known font'));
      const use = fonts.get(state.font) ?? { font: state.font, texts: [] };
      fonts.set(state.font, use);
      for (const shown of operandStrings(operands)) use.texts.push({ bytes: shown, visible });
    }

    function paintObject(): void {
      const [name] = operands;
      const object = name?.kind === 'name' && file.value(file.dict(resources, 'XObject'), name.text);
      if (!(object instanceof PDFRawStream) || file.name(object.dict, 'Subtype') !== 'Form')
        return checkPainted('A picture');
      forms.set(object.dict, (forms.get(object.dict) ?? 0) + 1);
      if (object.dict.has(PDFName.of('Ref'))) failures.push(failure('30-001', 'A form refers to another file'));
      if (marks.length > 50) return void failures.push(failure('unknown', 'Forms draw each other too deeply'));
      const drawn = bytesOf(object);
      if ((forms.get(object.dict) ?? 0) > 1 && Buffer.from(drawn).includes('/MCID'))
        failures.push(failure('30-002', 'A form with tagged content is drawn more than once'));
      readStream(drawn, file.dict(object.dict, 'Resources') ?? resources, page, marks);
    }

    for (const token of tokensOf(bytes, failures)) {
      if (token.kind !== 'operator') {
        operands.push(token);
        continue;
      }
      const [first] = operands;
      if (token.text === 'BDC' || token.text === 'BMC') begin();
      else if (token.text === 'EMC') marks.pop();
      else if (token.text === 'q') saved.push({ ...state });
      else if (token.text === 'Q') state = saved.pop() ?? state;
      else if (token.text === 'Tf' && first?.kind === 'name')
        state.font = file.dict(file.dict(resources, 'Font'), first.text);
      else if (token.text === 'Tr' && first?.kind === 'number') state.mode = first.value;
      else if (showing.has(token.text)) show();
      else if (token.text === 'Do') paintObject();
      else if (painting.has(token.text)) checkPainted('A drawing');
      operands = [];
    }
    if (marks.length !== outer.length) failures.push(failure('ISO 32000-1 14.6', 'Marked content does not end'));
  }

  for (const page of file.pages) readStream(pageBytes(file, page), inherited(file, page, 'Resources'), page, []);
  return { failures: [...failures, ...checkParentTree(file)], fonts: [...fonts.values()] };
}

function tokensOf(bytes: Uint8Array, failures: Failure[]): Token[] {
  try {
    return readTokens(bytes);
  } catch (error) {
    failures.push(failure('unknown', `A page cannot be read: ${(error as Error).message}`));
    return [];
  }
}

function propertyId(file: PdfFile, resources: PDFDict | undefined, given: Token | undefined): number | null {
  if (given?.kind !== 'name') return null;
  return file.number(file.dict(file.dict(resources, 'Properties'), given.text), 'MCID') ?? null;
}

function inherited(file: PdfFile, page: PDFDict, key: string): PDFDict | undefined {
  for (let node: PDFDict | undefined = page; node; node = file.dict(node, 'Parent')) {
    const found = file.dict(node, key);
    if (found) return found;
  }
  return undefined;
}

/** The streams of a page are joined; a token may not span two of them. */
const pageBytes = (file: PdfFile, page: PDFDict): Uint8Array =>
  Buffer.concat(
    file.array(page, 'Contents').flatMap((given) => {
      const stream = file.resolve(given);
      return stream instanceof PDFRawStream ? [bytesOf(stream), Buffer.from('\n')] : [];
    }),
  );

/** The numbers of the content that belongs to an element, by page. */
function taggedContent(file: PdfFile): Map<PDFDict, Set<number>> {
  const tagged = new Map<PDFDict, Set<number>>();
  for (const { page, id } of file.elements.flatMap(({ content }) => content)) {
    if (!page) continue;
    const ids = tagged.get(page) ?? new Set();
    tagged.set(page, ids.add(id));
  }
  return tagged;
}

/** The entries of a number tree. */
function numberTree(file: PdfFile, node: PDFDict | undefined): Map<number, PDFObject | undefined> {
  const entries = new Map<number, PDFObject | undefined>();
  const numbers = file.array(node, 'Nums');
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const key = file.resolve(numbers[index]);
    if (key instanceof PDFNumber) entries.set(key.asNumber(), file.resolve(numbers[index + 1]));
  }
  for (const given of file.array(node, 'Kids')) {
    const kid = file.resolve(given);
    if (kid instanceof PDFDict) for (const [key, value] of numberTree(file, kid)) entries.set(key, value);
  }
  return entries;
}

/** Screen readers use this tree to find the element of drawn content. */
function checkParentTree(file: PdfFile): Failure[] {
  const tree = numberTree(file, file.dict(file.dict(file.catalog, 'StructTreeRoot'), 'ParentTree'));
  const clause = 'ISO 32000-1 14.7.4.4';
  return file.elements.flatMap(({ dict, kind, content }) =>
    content.flatMap(({ page, id }) => {
      if (!page) return [failure(clause, `${kind} does not say on which page its content is`)];
      const parents = tree.get(file.number(page, 'StructParents') ?? -1);
      const parent = parents instanceof PDFArray ? file.resolve(parents.asArray()[id]) : undefined;
      return parent === dict ? [] : [failure(clause, `The content of ${kind} does not lead back to it`)];
    }),
  );
}
