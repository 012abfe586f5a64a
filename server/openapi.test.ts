import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';

interface Operation {
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: { format?: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
let app: TestApp;
let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
let operations: [name: string, operation: Operation][];
beforeAll(async () => {
  app = await createTestApp({ work: false });
  document = (await app.visitor().get('/api/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => app.close());

const of = (name: string): Operation => {
  const found = operations.find(([each]) => each === name)?.[1];
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
};
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string, status = 200) => of(name).responses[status]?.content?.['application/json']?.schema;

/** The calls of the HTTP contract with the fields of their bodies. */
const calls: Record<string, string> = {
  'GET /api/csrf-token': '',
  'POST /api/register': 'username email password role firstName lastName propertyName',
  'POST /api/login': 'username password role rememberMe',
  'POST /api/logout': '',
  'GET /api/user': '',
  'GET /api/user/profile': '',
  'PUT /api/user/profile': 'email firstName lastName propertyName role',
  'GET /api/user/stats': '',
  'POST /api/user/password': 'currentPassword newPassword',
  'GET /api/user/sessions': '',
  'DELETE /api/user/sessions': '',
  'DELETE /api/user/sessions/{id}': '',
  'GET /api/properties': '',
  'GET /api/properties/{id}': '',
  'POST /api/properties': 'name address city state zipCode propertyType brandStandard totalRooms status',
  'PUT /api/properties/{id}': 'name address city state zipCode propertyType brandStandard totalRooms status',
  'DELETE /api/properties/{id}': '',
  'GET /api/properties/{id}/active-run': '',
  'POST /api/properties/{id}/inspection-runs': 'caseId',
  'GET /api/inspection-runs/active': '',
  'GET /api/inspection-runs/{id}': '',
  'POST /api/inspection-runs/{id}/generate-pip': '',
  'GET /api/inspection-areas': '',
  'GET /api/area-sessions': '',
  'GET /api/area-sessions/{id}': '',
  'GET /api/area-sessions/{id}/photos': '',
  'GET /api/area-sessions/{id}/issues': '',
  'PATCH /api/area-sessions/{id}':
    'permissionCamera permissionLocation permissionMicrophone status reason itemsChecked progressPercent',
  'POST /api/area-sessions/{id}/complete': '',
  'POST /api/area-sessions/{id}/generate-pip': '',
  'GET /api/pip-reports': '',
  'GET /api/pip-reports/{id}': '',
  'GET /api/pip-reports/area-session/{id}': '',
  'POST /api/inspections': 'propertyId sessionId propertyName area',
  'GET /api/inspections': '',
  'GET /api/inspections/{id}': '',
  'GET /api/inspections/{id}/photos': '',
  'GET /api/inspections/{id}/issues': '',
  'PUT /api/inspections/{id}': 'status',
  'POST /api/inspections/{id}/generate-pip': '',
  'POST /api/objects/upload': 'filename contentType size',
  'PUT /uploads/{key}': '',
  'POST /api/photos': 'inspectionId areaSessionId filename url category description source id sha256',
  'DELETE /api/photos/{id}': '',
  'GET /api/inspection-cases': '',
  'POST /api/inspection-cases': 'propertyName propertyAddress ownerEmail inspectionType dueDate requirements notes',
  'PUT /api/inspection-cases/{id}': 'status',
  'POST /api/s3/multipart': 'filename type metadata',
  'GET /api/s3/multipart/{uploadId}': '',
  'GET /api/s3/multipart/{uploadId}/{partNumber}': '',
  'POST /api/s3/multipart/{uploadId}/complete': 'parts',
  'DELETE /api/s3/multipart/{uploadId}': '',
  'GET /api/s3/params': '',
  'GET /api/s3/sts': '',
  'GET /ws': '',
  'POST /api/inspection-cases/link': 'caseNumber',
  'POST /api/inspection-cases/{id}/onboarding': 'propertyConfirmed checklist notApplicableAreas',
  'POST /api/inspection-runs/{id}/submit': '',
  'POST /api/area-sessions/{id}/issues': 'title description severity category photoId boundingBox',
  'POST /api/inspections/{id}/issues': 'title description severity category photoId boundingBox',
  'PATCH /api/issues/{id}': 'status severity category title description boundingBox note',
  'GET /api/area-sessions/{id}/checklist': '',
  'PATCH /api/area-sessions/{id}/checklist/{itemId}': 'result note',
  'GET /api/admin/inspection-cases': '',
  'GET /api/admin/inspections': '',
  'POST /api/admin/inspections/{id}/approve': 'note',
  'POST /api/admin/inspections/{id}/request-reinspection': 'note',
  'PATCH /api/pip-items/{id}': 'status estimatedCost estimatedDays priority title description note',
  'POST /api/pip-reports/{id}/submit': '',
  'POST /api/pip-reports/{id}/accept': '',
  'GET /api/pip-reports/{id}/export': '',
  'GET /api/admin/analytics': '',
  'GET /api/admin/cost-catalogue': '',
  'PUT /api/admin/cost-catalogue': 'version entries',
  'GET /api/notifications': '',
  'POST /api/notifications/read': 'ids',
  'GET /api/messages': '',
  'POST /api/messages': 'toUserId inspectionId content',
  'GET /api/admin/audit-logs': '',
  'GET /api/admin/audit-logs/verify': '',
  'POST /api/password/forgot': 'email',
  'POST /api/password/reset': 'token password',
  'POST /api/admin/invitations': 'email',
  'GET /api/health': '',
  'GET /api/ready': '',
  'GET /metrics': '',
};

describe('the published contract', () => {
  it('is OpenAPI 3.1 and contains every call of the contract [api.common.30]', () => {
    expect(document.openapi).toBe('3.1.0');
    const missing = Object.keys(calls).filter((name) => !operations.some(([each]) => each === name));
    expect(missing).toEqual([]);
    expect(new Set(operations.map(([name]) => name)).size).toBe(operations.length);
  });

  it.each(Object.entries(calls).filter(([, fields]) => fields))('names the fields of %s: %s', (name, fields) => {
    const body = JSON.stringify(of(name).requestBody?.content['application/json']?.schema);
    for (const field of fields.split(' ')) expect(body).toContain(`"${field}":`);
  });

  it('has an answer for each call: a schema, a file, or nothing if there is no body, such as for a redirect', () => {
    for (const [name, { summary, responses }] of operations) {
      expect(summary, name).toMatch(/\S/);
      const good = Object.entries(responses).filter(([status]) => /^[123]/.test(status));
      expect(good.length > 0 || name === 'GET /api/s3/sts', name).toBe(true);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, name).toMatch(/\S/);
        const bare = ['101', '204'].includes(status) || name === 'PUT /uploads/{key}';
        if (/^[12]/.test(status) && !bare) expect(Object.keys(content ?? {}), name).not.toEqual([]);
        if (['204', '302'].includes(status)) expect(content, name).toBeUndefined();
        for (const { schema } of Object.values(content ?? {})) expect(schema, name).toEqual(expect.any(Object));
      }
    }
  });

  it('states who may call, with which token, and how a call is refused', () => {
    expect(of('GET /api/health').security).toBeUndefined();
    expect(of('POST /api/login').security).toEqual([{ visitor: [], csrf: [] }]);
    expect(of('GET /api/user').security).toEqual([{ session: [] }]);
    expect(of('POST /api/photos').security).toEqual([{ session: [], csrf: [] }, { apiKey: ['photos:write'] }]);
    expect(of('POST /api/s3/multipart').security).toEqual([{ session: [] }, { apiKey: ['photos:write'] }]);
    const { responses } = of('PUT /api/inspection-cases/{id}');
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', 'default']);
    expect(responses[404]?.content).toEqual({ 'application/problem+json': { schema: named('Problem') } });
    expect(of('GET /api/inspection-areas').responses).not.toHaveProperty('404');
  });

  it('refers to shapes by name, and every name is defined and used', () => {
    expect(json('GET /api/properties/{id}')).toEqual(named('PropertyWithCases'));
    expect(json('POST /api/inspection-cases', 201)).toEqual(named('Case'));
    expect(json('GET /api/area-sessions')).toMatchObject({ type: 'array', items: named('AreaSession') });
    expect(document.components.schemas).toMatchObject({
      Run: { properties: { progress: { items: named('AreaSession') } } },
      PipReport: { properties: { items: { items: named('PipItem') } } },
    });
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(referred)].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(
      Object.keys(document.components.schemas).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it('describes files, optional bodies and ids', () => {
    const exported = of('GET /api/pip-reports/{id}/export');
    expect(Object.keys(exported.responses[200]?.content ?? {})).toEqual([
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/csv',
    ]);
    expect(exported.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }),
    );
    expect(Object.keys(of('POST /api/inspections/{id}/frames').requestBody?.content ?? {})).toEqual(['image/jpeg']);
    expect(of('POST /api/objects/upload').requestBody?.required).toBe(false);
    expect(of('POST /api/photos').requestBody?.required).toBe(true);
    expect(JSON.stringify(document)).not.toContain('x-body-optional');
  });

  it('lists the error codes of the platform and of every module [api.common.31]', () => {
    const { Problem } = document.components.schemas as Record<string, { properties: { code: { enum: string[] } } }>;
    const codes = Problem?.properties.code.enum ?? [];
    expect(codes).toEqual(expect.arrayContaining(['invalid_input', 'not_found', 'sign_in_refused', 'username_taken']));
    for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});
