/** A token of a content stream or of a character map: an operator or an operand. */
export type Token =
  | { kind: 'operator'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'name'; text: string }
  | { kind: 'string'; bytes: Uint8Array }
  | { kind: 'array'; items: Token[] }
  | { kind: 'dictionary'; entries: Map<string, Token> };

const space = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set(Buffer.from('()<>[]{}/%'));
const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads the tokens of bytes (ISO 32000-1, 7.2 and 7.8). Throws when they end within a token. */
export function readTokens(bytes: Uint8Array): Token[] {
  let at = 0;
  const character = (): string => String.fromCharCode(bytes[at] ?? 0);
  const isRegular = (code: number | undefined) => code !== undefined && !space.has(code) && !delimiters.has(code);

  function skipSpace(): void {
    for (; at < bytes.length; at += 1) {
      if (character() === '%') while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
      else if (!space.has(bytes[at] ?? 0)) return;
    }
  }

  function word(): string {
    const start = at;
    while (isRegular(bytes[at])) at += 1;
    return Buffer.from(bytes.subarray(start, at)).toString('latin1');
  }

  function literal(): Uint8Array {
    const found: number[] = [];
    let depth = 1;
    for (at += 1; at < bytes.length; at += 1) {
      if (character() === '(') depth += 1;
      else if (character() === ')' && --depth === 0) {
        at += 1;
        return Uint8Array.from(found);
      } else if (character() === '\\') {
        at += 1;
        const octal = /^[0-7]{1,3}/.exec(Buffer.from(bytes.subarray(at, at + 3)).toString('latin1'))?.[0];
        if (octal) at += octal.length - 1;
        found.push(octal ? Number.parseInt(octal, 8) & 255 : (escapes[character()] ?? bytes[at] ?? 0));
        continue;
      }
      found.push(bytes[at] ?? 0);
    }
    throw new Error('A string does not end');
  }

  function hexadecimal(): Uint8Array {
    const end = bytes.indexOf(62, at);
    if (end < 0) throw new Error('A string does not end');
    const digits = Buffer.from(bytes.subarray(at + 1, end))
      .toString('latin1')
      .replaceAll(/\s/g, '');
    at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  function untilClosed(end: string): Token[] {
    const items: Token[] = [];
    for (;;) {
      skipSpace();
      if (at >= bytes.length) throw new Error(`There is no ${end}`);
      if (Buffer.from(bytes.subarray(at, at + end.length)).toString('latin1') === end) {
        at += end.length;
        return items;
      }
      items.push(token());
    }
  }

  function dictionary(): Token {
    at += 2;
    const items = untilClosed('>>');
    const entries = new Map<string, Token>();
    for (let index = 0; index + 1 < items.length; index += 2) {
      const [name, value] = [items[index], items[index + 1]];
      if (name?.kind === 'name' && value) entries.set(name.text, value);
    }
    return { kind: 'dictionary', entries };
  }

  function token(): Token {
    const first = character();
    if (first === '(') return { kind: 'string', bytes: literal() };
    if (first === '<') return bytes[at + 1] === 60 ? dictionary() : { kind: 'string', bytes: hexadecimal() };
    at += first === '[' || first === '/' ? 1 : 0;
    if (first === '[') return { kind: 'array', items: untilClosed(']') };
    const text = word();
    if (first === '/') return { kind: 'name', text };
    if (text === '') throw new Error(`${first} stands where nothing of the kind may stand`);
    return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? { kind: 'number', value: Number(text) } : { kind: 'operator', text };
  }

  const tokens: Token[] = [];
  for (skipSpace(); at < bytes.length; skipSpace()) tokens.push(token());
  return tokens;
}
