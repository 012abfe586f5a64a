import { serializerCompiler as zodSerializerCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encoderOf, refused } from './encoder.ts';
import { serializerCompiler } from './serializer.ts';

const text = z.string();
interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  name: text,
  get children() {
    return z.array(tree);
  },
});
const id = '0f8fad5b-d9cb-4469-a165-70867728950e';

/** Schemas with answers that fit and answers that do not. */
const cases: Record<string, [z.ZodType, unknown[]]> = {
  'declared fields': [
    z.object({ a: text, b: z.number() }),
    [{ a: 'x', b: 1 }, { b: 1, a: 'x', secret: 'y' }, { a: 'x' }, { a: 1, b: 1 }, null, [], 'a'],
  ],
  'optional fields': [z.object({ a: text.optional() }), [{}, { a: undefined }, { a: 'x' }, { a: null }]],
  'a default': [z.object({ a: text.default('x') }), [{}, { a: 'y' }, { a: 1 }]],
  'nullable values': [
    z.object({ a: text.nullable(), b: z.null() }),
    [{ a: null, b: null }, { a: 'x', b: null }, { a: 'x' }, { a: 'x', b: 0 }],
  ],
  'a value that may be anything': [z.object({ a: z.unknown() }), [{ a: { b: 1 } }, { a: null }, { a: undefined }, {}]],
  numbers: [z.array(z.number().int().min(1).max(9)), [[1, 9], [0], [10], [1.5], [Number.NaN], [Infinity], ['1'], []]],
  'exclusive limits': [z.array(z.number().gt(0).lt(1)), [[0.5], [0], [1]]],
  'multiples, which zod checks': [z.array(z.number().multipleOf(5)), [[10], [11]]],
  lengths: [z.array(text.min(2).max(3)).min(1).max(2), [['ab'], ['a'], ['abcd'], [], ['ab', 'ab', 'ab']]],
  formats: [
    z.object({ id: z.uuid(), day: z.iso.date(), at: z.iso.datetime(), code: text.regex(/^[a-z]+$/) }),
    [
      { id, day: '2026-02-28', at: '2026-02-28T10:00:00.000Z', code: 'ab' },
      { id: 'x', day: '2026-02-28', at: '2026-02-28T10:00:00.000Z', code: 'ab' },
      { id, day: '2026-02-30', at: '2026-02-28T10:00:00.000Z', code: 'ab' },
      { id, day: '2026-02-28', at: 'now', code: 'ab' },
      { id, day: '2026-02-28', at: '2026-02-28T10:00:00.000Z', code: 'A' },
    ],
  ],
  'an address, which zod checks': [z.object({ at: z.url() }), [{ at: 'https://example.com' }, { at: 'x' }]],
  'own rules, which zod checks': [z.object({ a: text }).refine(({ a }) => a !== 'no'), [{ a: 'yes' }, { a: 'no' }]],
  choices: [z.array(z.enum(['a', 'b'])), [['a', 'b'], ['c'], [1]]],
  literals: [z.array(z.literal(['a', 1, null])), [['a', 1, null], ['b'], [undefined]]],
  booleans: [z.array(z.boolean()), [[true, false], [0]]],
  'options by a field': [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), x: text }),
      z.object({ kind: z.literal(['b', 'c']) }),
    ]),
    [{ kind: 'a', x: 'y', z: 1 }, { kind: 'c', x: 'y' }, { kind: 'a' }, { kind: 'd' }, {}, null],
  ],
  'options without one': [
    z.union([z.object({ a: text }), z.object({ b: text })]),
    [{ a: 'x', b: 'y' }, { b: 'y' }, {}],
  ],
  records: [z.record(text, z.number()), [{ a: 1 }, { a: 'x' }, []]],
  'fields that are kept': [z.looseObject({ a: text }), [{ a: 'x', b: 1 }, {}]],
  'no other fields': [z.strictObject({ a: text }), [{ a: 'x' }, { a: 'x', b: 1 }]],
  'a value of another type on the wire': [
    z.object({
      a: z.codec(z.iso.date(), z.date(), {
        decode: (day) => new Date(day),
        encode: (day) => day.toISOString().slice(0, 10),
      }),
    }),
    [{ a: new Date('2026-02-28') }, { a: '2026-02-28' }],
  ],
  'a schema that contains itself': [
    tree,
    [
      { name: 'a', children: [{ name: 'b', children: [], more: 1 }] },
      { name: 'a', children: [{}] },
    ],
  ],
};

const written = (compiler: typeof serializerCompiler, schema: z.ZodType, value: unknown): string => {
  try {
    return compiler({ schema, method: 'GET', url: '/', httpStatus: '200' })(value);
  } catch (error) {
    return String(error);
  }
};

describe('answers', () => {
  it.each(Object.entries(cases))('with %s are written as zod writes them', (_name, [schema, values]) => {
    for (const value of values) {
      expect(written(serializerCompiler, schema, value)).toBe(written(zodSerializerCompiler, schema, value));
    }
    expect(values.some((value) => encoderOf(schema)(value) !== refused)).toBe(true);
  });
});
