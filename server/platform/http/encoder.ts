import { z } from 'zod';
import type { $ZodCheck, $ZodType, $ZodTypes } from 'zod/v4/core';

/** What an encoder gives for a value that it does not accept. */
export const refused = Symbol('refused');

/**
 * Gives the declared fields of a value as the schema encodes it, or `refused`. An encoder accepts nothing that the schema
 * refuses; it may refuse what the schema accepts, so the schema itself has the last word.
 */
export type Encoder = (value: unknown) => unknown;

type Test = (value: never) => boolean;

/** Formats that a regular expression alone decides. */
const plainFormats = new Set(['uuid', 'date', 'datetime', 'regex']);

/** A check as a plain test; null for one that is left to zod. */
function testOf(check: $ZodCheck): Test | null {
  const def = check._zod.def as { check: string } & Record<string, unknown>;
  switch (def.check) {
    case 'string_format': {
      const { pattern } = def;
      if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return null;
      return plainFormats.has(String(def['format'])) ? (value: string) => pattern.test(value) : null;
    }
    case 'min_length': {
      const least = Number(def['minimum']);
      return (value: string | unknown[]) => value.length >= least;
    }
    case 'max_length': {
      const most = Number(def['maximum']);
      return (value: string | unknown[]) => value.length <= most;
    }
    case 'number_format':
      return def['format'] === 'safeint' ? (value: number) => Number.isSafeInteger(value) : null;
    case 'greater_than': {
      const { value: least, inclusive } = def;
      if (typeof least !== 'number') return null;
      return inclusive ? (value: number) => value >= least : (value: number) => value > least;
    }
    case 'less_than': {
      const { value: most, inclusive } = def;
      if (typeof most !== 'number') return null;
      return inclusive ? (value: number) => value <= most : (value: number) => value < most;
    }
    default:
      return null;
  }
}

/** A format, such as an email address, is a schema and its own check. */
const isOwnCheck = (schema: object): schema is $ZodCheck =>
  '_zod' in schema && (schema as $ZodTypes)._zod.traits.has('$ZodCheck');

/** The tests of everything that a schema checks beyond its type; null where one of them is left to zod. */
function testsOf(schema: $ZodTypes): Test[] | null {
  const own = isOwnCheck(schema) ? [schema] : [];
  const tests = [...own, ...(schema._zod.def.checks ?? [])].map(testOf);
  return tests.every((test) => test !== null) ? tests : null;
}

const byZod =
  (schema: $ZodTypes): Encoder =>
  (value) => {
    const { success, data } = z.core.safeEncode(schema, value);
    return success ? data : refused;
  };

function encoderOfValues(isOfType: (value: unknown) => boolean, tests: Test[]): Encoder {
  const [first, second] = tests as ((value: unknown) => boolean)[];
  if (!first) return (value) => (isOfType(value) ? value : refused);
  if (!second) return (value) => (isOfType(value) && first(value) ? value : refused);
  return (value) => (isOfType(value) && tests.every((test) => test(value as never)) ? value : refused);
}

function encoderOfArray(element: Encoder, tests: Test[]): Encoder {
  return (value) => {
    if (!Array.isArray(value) || !tests.every((test) => test(value as never))) return refused;
    const encoded: unknown[] = [];
    for (const item of value as unknown[]) {
      const part = element(item);
      if (part === refused) return refused;
      encoded.push(part);
    }
    return encoded;
  };
}

function encoderOfObject(shape: Readonly<Record<string, $ZodType>>): Encoder {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    encode: encoderOf(field),
    isOptional: isPlainOptional(field as $ZodTypes),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused;
    const encoded: Record<string, unknown> = {};
    for (const { name, encode, isOptional } of fields) {
      const given = (value as Record<string, unknown>)[name];
      if (given === undefined) {
        if (isOptional) continue;
        return refused;
      }
      const part = encode(given);
      if (part === refused) return refused;
      encoded[name] = part;
    }
    return encoded;
  };
}

/** By the field that tells the options apart. */
function encoderOfChoice(discriminator: string, options: readonly $ZodTypes[]): Encoder {
  const byValue = new Map<unknown, Encoder>();
  for (const option of options) {
    const encode = encoderOf(option);
    for (const value of option._zod.propValues?.[discriminator] ?? []) byValue.set(value, encode);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return refused;
    return byValue.get((value as Record<string, unknown>)[discriminator])?.(value) ?? refused;
  };
}

/** A field that may be missing, and that gets no value in place of a missing one. */
const isPlainOptional = (schema: $ZodTypes): boolean =>
  schema._zod.def.type === 'optional' &&
  !schema._zod.traits.has('$ZodExactOptional') &&
  schema._zod.optin === 'optional';

const isString = (value: unknown): boolean => typeof value === 'string';
const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isNull = (value: unknown): boolean => value === null;

/** Null for a kind of schema that is left to zod. */
function encoderOfKind({ _zod: { def, values } }: $ZodTypes, tests: Test[]): Encoder | null {
  switch (def.type) {
    case 'string':
      return def.coerce ? null : encoderOfValues(isString, tests);
    case 'number':
      return def.coerce ? null : encoderOfValues(isFiniteNumber, tests);
    case 'boolean':
      return def.coerce || tests.length > 0 ? null : encoderOfValues(isBoolean, []);
    case 'null':
      return tests.length > 0 ? null : encoderOfValues(isNull, []);
    case 'enum':
    case 'literal':
      return tests.length > 0 || !values ? null : encoderOfValues((value) => (values as Set<unknown>).has(value), []);
    case 'array':
      return encoderOfArray(encoderOf(def.element), tests);
    case 'object':
      return def.catchall || tests.length > 0 ? null : encoderOfObject(def.shape);
    case 'nullable': {
      const inner = encoderOf(def.innerType);
      return tests.length > 0 ? null : (value) => (value === null ? null : inner(value));
    }
    case 'optional':
      return tests.length > 0 ? null : encoderOf(def.innerType);
    case 'union':
      return 'discriminator' in def && tests.length === 0
        ? encoderOfChoice(String(def.discriminator), def.options as $ZodTypes[])
        : null;
    default:
      return null;
  }
}

const made = new WeakMap<$ZodType, Encoder>();

/** The encoder of a schema, made once. What it has no plain code for is encoded by zod, each such part alone. */
export function encoderOf(schema: $ZodType): Encoder {
  const existing = made.get(schema);
  if (existing) return existing;
  // A schema that contains itself finds this one, which is called when the real one is there.
  made.set(schema, (value) => made.get(schema)?.(value) ?? refused);
  const tests = testsOf(schema as $ZodTypes);
  const encoder = (tests && encoderOfKind(schema as $ZodTypes, tests)) ?? byZod(schema as $ZodTypes);
  made.set(schema, encoder);
  return encoder;
}
