/** Collects the texts in the code: the arguments of `t` and `plural`, and texts on screen that no call translates. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

interface Node {
  type: string;
  [key: string]: unknown;
}

export interface CodeTexts {
  /** The texts that `t` translates. */
  texts: Set<string>;
  /** The singulars passed to `plural`. */
  counted: Set<string>;
  /** Texts on screen outside of `t`, as 'file: text'. */
  outside: string[];
}

/** Files that stay in English: pages for admins only, the two legal texts, and texts for the console. */
const english = [
  /^web\/src\/features\/(audit|analytics|cases|learning|monitoring|sent-mails|webhooks)\//,
  /^web\/src\/routes\/admin\//,
  /^web\/src\/routes\/(privacy|terms)\.tsx$/,
  /^web\/src\/features\/frames\/device\/detector\.ts$/,
  /^web\/src\/features\/personal-data\/components\/retention-dialog\.tsx$/,
  /^web\/src\/features\/properties\/components\/property-filter\.tsx$/,
  /^web\/src\/features\/plans\/(use-next-decision\.ts|catalogue\.ts|use-catalogue-edit\.ts)$/,
  /^web\/src\/features\/plans\/components\/(catalogue|review-list)[\w-]*\.tsx$/,
  /^web\/src\/features\/users\/components\/(all-api-keys|import-work-dialog|invite-dialog|open-invitations|user-list|users-panel)\.tsx$/,
];
/** Files in the folders above that owners read too. */
const ownersToo = [
  /^web\/src\/features\/cases\/components\/(case-timeline|link-case-form|onboarding-form|onboarding-steps|pending-cases-card)\.tsx$/,
  /^web\/src\/features\/cases\/(api|setup-step|timeline-texts)\.ts$/,
  /^web\/src\/features\/analytics\/texts\.ts$/,
];

/** Attributes that contain a name or a text for users. */
const textAttributes =
  /^(aria-(label|description|valuetext|roledescription)|title|alt|label|description|hint|placeholder|subtitle|empty|note|text|missing|confirmLabel|cancelLabel|effect|over)$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The strings that an expression may evaluate to: a literal, or both branches of a condition. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
  return [];
}

const hasWord = (text: string): boolean => /[A-Za-z]{2}/.test(text);
/** Whether a string is a sentence or a capitalized name, as opposed to an identifier, an address or a class. */
const isDisplayText = (text: string): boolean => /^[A-Z][a-z]+( [\w&'’-]+)*[.…?!]?$/.test(text) && text.includes(' ');

/** Errors that are never shown, the console, names of companies, and answers of storages. */
const isForProgrammers = ({ type, callee, value }: Node): boolean =>
  (type === 'NewExpression' && isNode(callee) && /(Error|Exception)$/.test(String(callee.name))) ||
  (type === 'CallExpression' && isNode(callee) && isNode(callee.object) && callee.object.name === 'console') ||
  (type === 'Literal' && /^Google |^Request has expired$|^Non 2xx$/.test(String(value)));

/** Names are the same in every language. */
const names = new Set(['Innspect', 'English', 'Español']);

/** Templates that need no translation: styles, a title with the product's name, minutes, and a zone. */
const untranslatedTemplates = /px solid|rounded-|· Innspect$|^\{\}( min| UTC|deg)$/;

class Reader {
  readonly found: CodeTexts = { texts: new Set(), counted: new Set(), outside: [] };
  private file = '';
  private inEnglish = false;

  read(file: string): void {
    this.file = file;
    this.inEnglish = english.some((path) => path.test(file)) && !ownersToo.some((path) => path.test(file));
    this.visit(parseSync(file, readFileSync(file, 'utf8')).program);
  }

  private outside(text: string): void {
    if (!names.has(text)) this.found.outside.push(`${this.file}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
  }

  private visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.visit(each);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && this.call(value)) return;
    if (isForProgrammers(value)) return;
    if (!this.inEnglish) this.judge(value);
    for (const [key, child] of Object.entries(value))
      if (key !== 'typeAnnotation' && key !== 'typeArguments') this.visit(child);
  }

  /** Whether it is a call that translates; its texts are collected, and its values are visited. */
  private call({ callee, arguments: given }: Node): boolean {
    if (!isNode(callee) || callee.type !== 'Identifier' || !Array.isArray(given)) return false;
    const [first, second]: unknown[] = given;
    if (callee.name === 't' || callee.name === 'textOf') {
      for (const text of literalsOf(first)) this.found.texts.add(text);
      this.visit(second);
      return literalsOf(first).length > 0;
    }
    if (callee.name !== 'plural') return false;
    if (!this.inEnglish) for (const text of literalsOf(second)) this.found.counted.add(text);
    this.visit(first);
    return true;
  }

  private judge(node: Node): void {
    if (node.type === 'JSXText' && typeof node.value === 'string' && hasWord(node.value)) this.outside(node.value);
    if (node.type === 'JSXAttribute' && isNode(node.name) && textAttributes.test(String(node.name.name))) {
      const held =
        isNode(node.value) && node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
      for (const text of literalsOf(held)) if (hasWord(text)) this.outside(text);
    }
    if (
      node.type === 'Property' &&
      isNode(node.key) &&
      /^(title|label|description|hint|text|empty)$/.test(String(node.key.name))
    )
      for (const text of literalsOf(node.value)) if (/^[A-Z]/.test(text)) this.outside(text);
    if (node.type === 'Literal' && typeof node.value === 'string' && isDisplayText(node.value))
      this.outside(node.value);
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
      const text = node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('{}');
      if (/(^|[ }])[A-Za-z]{3,}( |,|$)/.test(text) && !untranslatedTemplates.test(text)) this.outside(text);
    }
  }
}

/** The texts of the pages and of the contract. */
export function codeTexts(): CodeTexts {
  const reader = new Reader();
  const files = globSync(['web/src/**/*.{ts,tsx}', 'contract/*.ts']).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files.toSorted()) reader.read(file);
  return {
    ...reader.found,
    // The contract's messages of schemas are collected by `refusals`, because they are translated where they are shown.
    outside: [...new Set(reader.found.outside)].filter((line) => !line.startsWith('contract/')),
  };
}

/** The strings that an expression of joined literals evaluates to: a single one, or the result of a `+`. */
function joined(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [joined(node.left), joined(node.right)];
  return left === null || right === null ? null : left + right;
}

/** The lines of e-mail templates, in files whose other strings are identifiers. */
export function mailLines(files: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || value.type === 'ImportDeclaration') return;
    const text = joined(value);
    if (text !== null) {
      if (/[A-Za-z]{2} |^[A-Z][a-z]+,$/.test(text)) found.push(text);
      return;
    }
    for (const child of Object.values(value)) visit(child);
  };
  for (const file of globSync(files)) visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

/** The messages with which requests are refused, without those that contain a value. */
export function refusals(files: string): string[] {
  const found: string[] = [];
  for (const file of globSync(files)) {
    const source = readFileSync(file, 'utf8');
    for (const [, single, double] of source.matchAll(
      /\b(?:detail|error|message):\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
    ))
      found.push((single ?? double ?? '').replaceAll("\\'", "'"));
    for (const [, text] of source.matchAll(/\.(?:min|max|int|positive|refine|regex|email)\([^()]*?, '([A-Z][^']+)'\)/g))
      found.push(text ?? '');
  }
  return found;
}
