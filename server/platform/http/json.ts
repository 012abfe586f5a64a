import { bodyTooComplex, notJson } from './http.errors.ts';

/** Far above what any call needs, and far below what would keep a parser or a validator busy for seconds. */
const limits = { depth: 32, values: 50_000 } as const;

/** Counts nesting and values by their punctuation, in one pass without allocations. */
function isTooComplex(text: string, maxValues: number): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
      continue;
    }
    if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (depth > limits.depth || values > maxValues) return true;
  }
  return false;
}

/** A field of this name would become the prototype of an object that copies it. */
const withoutPrototypes = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);
/**
 * Matches texts that may spell that name, even with escaped letters; other texts are parsed without checking each
 * field.
 */
const mayNamePrototypes = /proto|\\u00/i;

/** Parses untrusted JSON. A text that is nested too deeply or has too many values is refused before it is parsed. */
export function parseJson(text: string, maxValues: number = limits.values): unknown {
  if (isTooComplex(text, maxValues)) throw bodyTooComplex();
  try {
    return JSON.parse(text, mayNamePrototypes.test(text) ? withoutPrototypes : undefined);
  } catch {
    throw notJson('body');
  }
}
