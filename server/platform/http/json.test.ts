import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

describe('JSON from a stranger', () => {
  it('is parsed unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__'));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['brackets', '['.repeat(33)],
    ['braces', '{"a":'.repeat(33)],
    ['many values', `[${'0,'.repeat(60_000)}0]`],
    ['many members', `{${'"a":0,'.repeat(60_000)}"a":0}`],
  ])('is refused before it is parsed: %s', (_name, text) => {
    expect(() => parseJson(text)).toThrow('The body is nested too deeply or holds too many values');
  });

  it.each(['"[[[[{{{{,,,,"', `"${'['.repeat(1000)}"`, String.raw`"\"[[[[\\"`, `"${','.repeat(60_000)}"`])(
    'may contain anything in strings',
    (text) => {
      expect(parseJson(text)).toBe(JSON.parse(text));
    },
  );

  it.each([
    '{"name":"a","__proto__":{"isAdmin":true}}',
    String.raw`{"name":"a","\u005f_proto__":{"isAdmin":true}}`,
    String.raw`{"name":"a","__\u0070roto\u005F_":{"isAdmin":true}}`,
    '{"__proto__":1,"name":"a"}',
  ])('sets no prototype: %s', (text) => {
    const copy: object = Object.assign({}, parseJson(text));
    expect(Object.keys(copy)).toEqual(['name']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect('isAdmin' in copy).toBe(false);
    expect(parseJson(`[{"deep":${text}}]`)).toEqual([{ deep: { name: 'a' } }]);
  });

  it.each(['', '{', '[1', 'nonsense', '{"a":}', '"'])('is refused when it is invalid: %j', (text) => {
    expect(() => parseJson(text)).toThrow('The body is not valid JSON');
  });
});
