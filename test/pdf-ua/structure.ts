import { PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { mappedKind, type Element, type PdfFile } from './file.ts';
import { failure, type Failure } from './failure.ts';

/** ISO 32000-1, 14.8.4. */
const standardKinds = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula Form'
  ).split(' '),
);

interface Nesting {
  condition: string;
  parents?: readonly string[];
  children?: readonly string[];
}
/** ISO 32000-1, tables 333, 336 and 337. */
const nestings: Record<string, Nesting> = {
  Table: { condition: '09-004', children: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'] },
  THead: { condition: '09-004', parents: ['Table'], children: ['TR'] },
  TBody: { condition: '09-004', parents: ['Table'], children: ['TR'] },
  TFoot: { condition: '09-004', parents: ['Table'], children: ['TR'] },
  TR: { condition: '09-004', parents: ['Table', 'THead', 'TBody', 'TFoot'], children: ['TH', 'TD'] },
  TH: { condition: '09-004', parents: ['TR'] },
  TD: { condition: '09-004', parents: ['TR'] },
  L: { condition: '09-005', children: ['LI', 'L', 'Caption'] },
  LI: { condition: '09-005', parents: ['L'], children: ['Lbl', 'LBody'] },
  LBody: { condition: '09-005', parents: ['LI'] },
  TOC: { condition: '09-006', children: ['TOC', 'TOCI', 'Caption'] },
  TOCI: { condition: '09-006', parents: ['TOC'], children: ['Lbl', 'Reference', 'NonStruct', 'P', 'TOC'] },
};

function checkKinds(file: PdfFile): Failure[] {
  const roles = file.dict(file.dict(file.catalog, 'StructTreeRoot'), 'RoleMap');
  const roleOf = (kind: string) => file.name(roles, kind);
  const failures: Failure[] = [];
  for (const [name] of roles?.entries() ?? [])
    if (standardKinds.has(name.decodeText()))
      failures.push(failure('02-004', `The standard kind ${name.decodeText()} is mapped to another one`));
  for (const { dict } of file.elements) {
    const kind = mappedKind(roleOf, file.name(dict, 'S') ?? '');
    if (kind === null) failures.push(failure('02-003', `${file.name(dict, 'S')} is mapped in a circle`));
    else if (!standardKinds.has(kind)) failures.push(failure('02-001', `'${kind}' is no standard kind`));
  }
  return failures;
}

function checkNesting({ elements }: PdfFile): Failure[] {
  return elements.flatMap((element) => {
    const rule = nestings[element.kind];
    if (!rule) return [];
    const failures: Failure[] = [];
    const parent = element.parent?.kind ?? 'the root';
    if (rule.parents && !rule.parents.includes(parent))
      failures.push(failure(rule.condition, `${element.kind} stands in ${parent}`));
    for (const child of rule.children ? element.children : [])
      if (!rule.children?.includes(child.kind))
        failures.push(failure(rule.condition, `${child.kind} stands in ${element.kind}`));
    if (rule.children && element.content.length > 0)
      failures.push(failure(rule.condition, `Content stands in ${element.kind} itself`));
    return failures;
  });
}

/** An attribute that an owner such as Table gives to an element. */
function attribute(file: PdfFile, { dict }: Element, owner: string, key: string): PDFObject | undefined {
  for (const given of file.array(dict, 'A')) {
    const attributes = file.resolve(given);
    if (!(attributes instanceof PDFDict) || file.name(attributes, 'O') !== owner) continue;
    const value = file.value(attributes, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

const span = (file: PdfFile, cell: Element, key: 'ColSpan' | 'RowSpan'): number =>
  Number(attribute(file, cell, 'Table', key)?.toString() ?? 1);

/** Checks the columns of each row of a table. Cells that span several rows cannot be judged. */
function checkTable(file: PdfFile, table: Element): Failure[] {
  const rows = table.children.flatMap((child) => (child.kind === 'TR' ? [child] : child.children));
  const failures: Failure[] = [];
  const widths = rows.map(({ children }) => children.reduce((sum, cell) => sum + span(file, cell, 'ColSpan'), 0));
  if (new Set(widths).size > 1) failures.push(failure('09-004', `The rows of a table have ${widths.join(', ')} cells`));
  for (const cell of rows.flatMap(({ children }) => children)) {
    if (span(file, cell, 'RowSpan') !== 1) failures.push(failure('unknown', 'A cell goes over several rows'));
    if (cell.kind !== 'TH') continue;
    const scope = attribute(file, cell, 'Table', 'Scope');
    if (!(scope instanceof PDFName) || !['Row', 'Column', 'Both'].includes(scope.decodeText()))
      failures.push(failure('15-003', 'A heading cell does not say whether it is that of a row or of a column'));
  }
  if (table.children.filter(({ kind }) => kind === 'THead').length > 1)
    failures.push(failure('09-004', 'A table has two heads'));
  return failures;
}

function checkHeadings({ elements }: PdfFile): Failure[] {
  const failures: Failure[] = [];
  let before = 0;
  for (const { kind } of elements) {
    const level = Number(/^H([1-6])$/.exec(kind)?.[1] ?? 0);
    if (level === 0) continue;
    if (before === 0 && level !== 1) failures.push(failure('14-002', `The first heading is an ${kind}`));
    else if (level > before + 1) failures.push(failure('14-003', `${kind} follows H${before}`));
    before = level;
  }
  if (elements.some(({ kind }) => kind === 'H')) {
    if (before > 0) failures.push(failure('14-007', 'Headings with and without a level are mixed'));
    for (const { children } of elements)
      if (children.filter(({ kind }) => kind === 'H').length > 1)
        failures.push(failure('14-006', 'An element has two headings'));
  }
  return failures;
}

function checkAlternatives(file: PdfFile): Failure[] {
  const failures: Failure[] = [];
  for (const { kind, dict } of file.elements) {
    const condition = { Figure: '13-004', Formula: '17-002' }[kind];
    const says = file.text(dict, 'Alt')?.trim() || file.text(dict, 'ActualText')?.trim();
    if (condition && !says) failures.push(failure(condition, `A ${kind.toLowerCase()} has no alternative text`));
  }
  const ids = file.elements.filter(({ kind }) => kind === 'Note').map(({ dict }) => file.text(dict, 'ID'));
  if (ids.some((id) => !id)) failures.push(failure('19-003', 'A note has no id'));
  if (new Set(ids).size < ids.length) failures.push(failure('19-004', 'Two notes have the same id'));
  return failures;
}

/** Checks the structure tree: its kinds and their nesting, headings, tables, alternative texts. */
export function checkStructure(file: PdfFile): Failure[] {
  if (!file.dict(file.catalog, 'StructTreeRoot')) return [failure('01-005', 'There is no structure')];
  return [
    ...checkKinds(file),
    ...checkNesting(file),
    ...checkHeadings(file),
    ...checkAlternatives(file),
    ...file.elements.filter(({ kind }) => kind === 'Table').flatMap((table) => checkTable(file, table)),
  ];
}
