import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
/** The parts of the published OpenAPI document from which requests are made. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Ids by the address segment that precedes them. */
type Ids = Record<string, string[]>;

/** One request, and the operation of the document that it attacks. */
export interface Attack extends InjectOptions {
  operation: string;
  url: string;
  payload?: string | Buffer;
}

const longText = 'x'.repeat(20_000);
/** Values that are known to break parsers, queries, pages, sheets, dates or numbers. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Egnp.exe',
  '\u200B',
  '🏨'.repeat(300),
  longText,
  "' or 1=1 --",
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{constructor.constructor("return process")()}}',
  '${process.env.SESSION_SECRET}',
  '=cmd|"/c calc"!A1',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  '%',
  '_',
  '\\',
  '(((((a+)+)+)+)+)$',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'null',
  'undefined',
];
const hostileNumbers = [0, -0, -1, 0.1, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308];
const nested = JSON.parse(`${'['.repeat(30)}1${']'.repeat(30)}`) as unknown;
const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(...hostileNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], nested, { length: 1e9 }),
  fc.json().map((text) => JSON.parse(text) as unknown),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

interface Context {
  document: ApiDocument;
  ids: Ids;
  /** Whether some parts are replaced by hostile values. */
  spoiled: boolean;
}

/** Values that a schema allows, as far as it is specific. */
export function valuesOf(schema: Schema, context: Context, depth = 0): Arbitrary<unknown> {
  const allowed = allowedBy(schema, context, depth);
  return context.spoiled ? fc.oneof({ weight: 12, arbitrary: allowed }, { weight: 1, arbitrary: hostile }) : allowed;
}

function allowedBy(schema: Schema, context: Context, depth: number): Arbitrary<unknown> {
  const { document, ids } = context;
  const inner = (part: Schema) => valuesOf(part, context, depth + 1);
  if (depth > 6) return fc.constant(null);
  if (schema.$ref) return inner(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)] as const);
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
    case 'number': {
      const [min, max] = [Math.max(schema.minimum ?? -10, -1e6), Math.min(schema.maximum ?? 1000, 1e6)];
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textsOf(schema, ids);
    default:
      return hostile;
  }
}

function textsOf({ format, minLength = 0, maxLength = 40 }: Schema, ids: Ids): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...Object.values(ids).flat()), fc.uuid());
  if (format?.startsWith('date')) return fc.constantFrom('2026-12-01', '2026-12-01T00:00:00.000Z');
  const lengths = { minLength: Math.min(minLength, 200), maxLength: Math.max(minLength, Math.min(maxLength, 200)) };
  return fc.oneof(fc.string({ ...lengths, unit: 'grapheme' }), fc.constant('someone@example.com'));
}

const file = (size: number): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(size)]);
const headersOf = (body: string): Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant({ 'content-type': body }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=utf-7' },
        { 'content-type': 'multipart/form-data; boundary=a' },
        { 'content-type': body, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' },
        { 'content-type': body, 'x-http-method-override': 'DELETE' },
        { 'content-type': body, range: 'bytes=-1,0-0,5-1', 'if-none-match': '*' },
        { 'content-type': body, prefer: 'wait=99999999999', accept: 'text/html;q=9' },
        { 'content-type': body, cookie: 'innspect_session=%00; innspect_session=a.b' },
        { 'content-type': body, authorization: 'Bearer ../../x' },
        { 'content-type': body, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      ),
    },
  );

/** Requests to one operation of the document: values in its path, query and body. */
function requestsTo(
  path: string,
  method: string,
  operation: Operation,
  document: ApiDocument,
  ids: Ids,
): Arbitrary<Attack> {
  const spoiled = { document, ids, spoiled: true };
  const parameters = operation.parameters ?? [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schemaOf = (name: string): Schema =>
    parameters.find((each) => each.name === name)?.schema ?? { type: 'string' };
  const fitting = ids[/\/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''];
  const valuesIn = (name: string): Arbitrary<unknown> => {
    const any = valuesOf(schemaOf(name), spoiled);
    if (name !== 'id' || !fitting) return any;
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: any });
  };
  const pathValues = fc.record(Object.fromEntries(inPath.map((name) => [name, valuesIn(name)])));
  const queries = parameters.filter((each) => each.in === 'query');
  const queryValues = fc.record(
    Object.fromEntries(queries.map(({ name, schema }) => [name, valuesOf(schema, spoiled)])),
    { requiredKeys: [] },
  );
  const [[contentType, content] = ['application/json', null]] = Object.entries(operation.requestBody?.content ?? {});
  const isJson = contentType === 'application/json';
  const values = (context: Context) => valuesOf(content?.schema ?? {}, context);
  const json = fc
    .oneof(values(spoiled), values({ ...spoiled, spoiled: false }))
    .map((value) => JSON.stringify(value) ?? '');
  const texts = fc.oneof({ weight: 20, arbitrary: json }, { weight: 1, arbitrary: fc.string() });
  const bytes = fc.oneof(fc.constantFrom(0, 10, 5000).map(file), fc.uint8Array().map(Buffer.from));
  const bodies: Arbitrary<string | Buffer> = isJson ? texts : bytes;
  return fc
    .record({ pathValues, queryValues, payload: bodies, headers: headersOf(isJson ? contentType : 'image/jpeg') })
    .map(({ pathValues: given, queryValues: asked, payload, headers }) => {
      const url = inPath.reduce((text, name) => text.replace(`{${name}}`, encoded(given[name])), path);
      const query = Object.entries(asked).map(([name, value]) => `${name}=${encoded(value)}`);
      const full = query.length > 0 ? `${url}?${query.join('&')}` : url;
      const upper = method.toUpperCase() as Attack['method'];
      const sends = content !== null;
      return {
        operation: `${method.toUpperCase()} ${path}`,
        method: upper,
        url: full,
        headers: sends ? headers : {},
        ...(sends ? { payload } : {}),
      };
    });
}

/** A value as a part of an address; lone surrogates have no encoding. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed()).slice(0, 8000);
}

/** Requests to every operation, each with the same probability. */
export function attacksOn(document: ApiDocument, ids: Ids): Arbitrary<Attack> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A WebSocket does not answer requests.
      .filter(() => path !== '/ws')
      .map(([method, operation]) => requestsTo(path, method, operation, document, ids)),
  );
  return fc.oneof(...operations);
}
