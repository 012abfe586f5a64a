import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { analysisSchema } from '#contract/analysis.ts';
import { apiAreaOfTag } from '#contract/api-keys.ts';
import { areaSchema, areaSessionSchema } from '#contract/areas.ts';
import { auditEntrySchema } from '#contract/audit.ts';
import { caseSchema } from '#contract/cases.ts';
import { checklistItemSchema } from '#contract/checklists.ts';
import { costCatalogueSchema } from '#contract/cost-catalogue.ts';
import { problemSchema } from '#contract/errors.ts';
import { inspectionSchema } from '#contract/inspections.ts';
import { findingSchema } from '#contract/findings.ts';
import { messageSchema } from '#contract/messages.ts';
import { notificationSchema } from '#contract/notifications.ts';
import { photoSchema } from '#contract/photos.ts';
import { propertyListItemSchema, propertySchema } from '#contract/properties.ts';
import { recordingSchema } from '#contract/recordings.ts';
import { planItemSchema, planSchema } from '#contract/plans.ts';
import { runSchema } from '#contract/runs.ts';
import { currentUserSchema, profileSchema } from '#contract/users.ts';
import { errorCodes } from '#server/platform/http/problem.ts';

/** Schemas that the document defines once and refers to. */
const named = {
  Problem: problemSchema,
  User: currentUserSchema,
  Profile: profileSchema,
  Property: propertySchema,
  PropertyWithCases: propertyListItemSchema,
  Case: caseSchema,
  Area: areaSchema,
  Run: runSchema,
  AreaSession: areaSessionSchema,
  ChecklistItem: checklistItemSchema,
  Inspection: inspectionSchema,
  Photo: photoSchema,
  Analysis: analysisSchema,
  Issue: findingSchema,
  Recording: recordingSchema,
  PipReport: planSchema,
  PipItem: planItemSchema,
  CostCatalogue: costCatalogueSchema,
  Message: messageSchema,
  Notification: notificationSchema,
  AuditEntry: auditEntrySchema,
};
const schemaRegistry = z.registry<{ id?: string }>();
for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id });

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;
/** Describes a codec, such as an amount, by its JSON form. */
const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override({ zodSchema, jsonSchema }) {
    if (!(zodSchema instanceof z.ZodCodec)) return;
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    const { $schema: _dialect, ...wire } = z.toJSONSchema(zodSchema.def.in);
    Object.assign(jsonSchema, wire);
  },
};
const toJsonSchemas = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
const toComponents = createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig });

const bytes = { type: 'string', format: 'binary' };
const content = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: bytes }]));
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
const meanings: Record<string, string> = { 201: 'Created', 202: 'Accepted', 403: 'Refused', 503: 'Not available' };
const isProblem = (schema: unknown) => JSON.stringify(schema).includes('"#/components/schemas/Problem"');
function answers(response: unknown): Record<string, object> {
  const schemas: Record<string, unknown> = { ...(typeof response === 'object' ? response : {}) };
  return Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => {
      const type = isProblem(schema) ? 'application/problem+json' : 'application/json';
      return [status, { description: meanings[status] ?? 'The answer', content: { [type]: { schema } } }];
    }),
  );
}

/** Path parameters that are not uuids. */
const otherParams: Record<string, object> = {
  partNumber: { type: 'string', pattern: String.raw`^\d+$` },
  messageId: {},
};
function paramsOf(url: string) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const properties = names.map((name) => [name, { type: 'string', ...(otherParams[name] ?? { format: 'uuid' }) }]);
  return { type: 'object', required: names, properties: Object.fromEntries(properties) };
}

const changingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Describes a route: its schemas, its access, its answers other than JSON, and its errors. */
export const describeRoute: Transform = (document) => {
  const { schema, url } = toJsonSchemas(document);
  const { access, described, tag } = document.route.config ?? {};
  if (schema.hide || !access || !described) return { schema, url };
  const changes = changingMethods.has(String(document.route.method));
  const guarded = changes && !url.startsWith('/api/s3/');
  const isPublic = access.kind === 'public';
  const isTarget = access.kind === 'target';
  const restricted = access.kind === 'admin' || (isTarget && (access.admin || access.ownerOnly));
  const area = isPublic ? null : apiAreaOfTag(tag ?? '');
  const security = { ...(isPublic ? { visitor: [] } : { session: [] }), ...(guarded ? { csrf: [] } : {}) };
  const byKey = area === null ? [] : [{ apiKey: [`${area}:${changes ? 'write' : 'read'}`] }];
  return {
    url,
    schema: {
      ...schema,
      ...(isPublic && !guarded ? {} : { security: [security, ...byKey] }),
      ...(url.includes('/:') ? { params: paramsOf(url) } : {}),
      ...(described.consumes.length > 0 ? { body: { content: content(described.consumes) } } : {}),
      ...(described.bodyOptional ? { 'x-body-optional': true } : {}),
      response: {
        ...answers(schema.response),
        ...Object.fromEntries(
          described.empty.map((status) => [status, { description: 'Done; no body', type: 'null' }]),
        ),
        ...(described.produces.length > 0
          ? { 200: { description: 'The file', content: content(described.produces) } }
          : {}),
        ...(schema.body || schema.querystring
          ? { 400: problem('The input is not valid; `errors` names the fields') }
          : {}),
        ...(isPublic ? {} : { 401: problem('Nobody is signed in') }),
        ...(guarded || restricted
          ? { 403: problem('The security token is missing, or the caller may not do this') }
          : {}),
        ...(isTarget ? { 404: problem('Not there, or not the caller’s') } : {}),
        default: problem('Any other refusal'),
      },
    },
  };
};

const described = (description: string, ...more: object[]) => Object.assign({ description }, ...more);
/** Addresses that are not declared with `route()`. */
const otherPaths = {
  '/uploads/{key}': {
    put: {
      summary: 'Store a file at the address that POST /api/objects/upload gave; its query is the signature',
      tags: ['Photos'],
      parameters: [{ in: 'path', name: 'key', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: content(['*/*']) },
      responses: {
        200: described('Stored'),
        403: problem('The signature is wrong or has expired'),
        413: problem('The file is too large'),
        default: problem('Any other refusal'),
      },
    },
  },
  '/metrics': {
    get: {
      summary: 'Figures for Prometheus',
      tags: ['Server'],
      responses: { 200: described('Prometheus text', { content: { 'text/plain': { schema: { type: 'string' } } } }) },
    },
  },
  '/ws': {
    get: {
      summary: 'Live updates: a WebSocket of messages {type, payload}, for pages of this server',
      tags: ['Live inspection'],
      security: [{ session: [] }],
      parameters: [
        {
          in: 'query',
          name: 'openFor',
          description:
            'For how many milliseconds the page has been open: events of that time, at most a minute, are repeated',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      responses: { 101: described('The connection is a WebSocket now'), 403: problem('Called from another origin') },
    },
  },
};

/** The names of the components to which a part of the document refers. */
const referredBy = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');

interface Operation {
  'x-body-optional'?: true;
  requestBody?: { required: boolean };
}
interface ProblemSchema {
  properties: { code: object };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/** Adds the other addresses, and removes components to which nothing refers. */
export const finishDocument: TransformObject = (source) => {
  const document = toComponents(source) as unknown as Document;
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    if (operation['x-body-optional'] && operation.requestBody) operation.requestBody.required = false;
    delete operation['x-body-optional'];
  }
  const paths = { ...document.paths, ...otherPaths };
  const { schemas } = document.components;
  Object.assign((schemas.Problem as ProblemSchema).properties.code, {
    enum: errorCodes(),
    description: 'Stable and machine-readable. A later version may add codes.',
  });
  const kept = new Set<string>();
  for (let open = referredBy(paths); open.length > 0;) {
    const fresh = open.filter((name) => !kept.has(name));
    for (const name of fresh) kept.add(name);
    open = fresh.flatMap((name) => referredBy(schemas[name] ?? {}));
  }
  const used = Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name)));
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: used },
  } as unknown as ReturnType<TransformObject>;
};
