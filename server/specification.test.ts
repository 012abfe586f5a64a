import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dimensionOf, findingCategories } from '#contract/finding-categories.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, linkedCase, liveInspection, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ work: false });
  owner = await app.person('property');
  admin = await app.person('admin');
});
afterAll(() => app.close());

const domainPage = readFileSync('docs/specification/domain.md', 'utf8');

describe('the categories of a finding', () => {
  const [, section = ''] = /## Categories of a finding\n([^]*?)\n## /.exec(domainPage) ?? [];
  const [list = '', dimensions = ''] = section.split('Each belongs to one dimension');
  const words = (text: string) => text.match(/[a-z]+(?:_[a-z]+)*/g) ?? [];

  it('are those of the specification [domain.categories.1]', () => {
    expect(words(list)).toEqual([...findingCategories]);
    expect(findingCategories).toHaveLength(33);
  });

  it('belong to the dimensions that the specification gives them [domain.categories.2]', () => {
    const of = (name: string) => words(new RegExp(`${name} \\(([^)]*)\\)`).exec(dimensions)?.[1] ?? '').toSorted();
    const counted = (name: string) => findingCategories.filter((category) => dimensionOf[category] === name).toSorted();
    expect(counted('safety')).toEqual(of('safety'));
    expect(counted('maintenance')).toEqual(of('maintenance'));
    expect(counted('condition')).toHaveLength(33 - of('safety').length - of('maintenance').length);
  });
});

describe('the shapes of the API', () => {
  const property =
    'id userId name address city state zipCode propertyType brandStandard totalRooms status createdAt updatedAt';
  const shapes = {
    User: 'id username email role firstName lastName propertyName createdAt',
    Property: property,
    Case: 'id caseNumber propertyId createdByAdminId inspectionType dueDate status onboardingCompleted requirements notes propertyName propertyAddress propertyCity propertyState propertyZipCode propertyType brandStandard totalRooms ownerEmail ownerName createdAt completedAt inspectionId inspectionStatus',
    Area: 'id name code description icon sortOrder',
    Run: 'id propertyId userId caseId status lastTouched createdAt completedAt hasProgress progress',
    AreaSession:
      'id runId areaId status permissionCamera permissionLocation permissionMicrophone itemsChecked totalItems issuesDetected progressPercent lastActivity createdAt completedAt property area photoCount complianceScore inspectionId reviewStatus reviewNote',
    Inspection:
      'id userId propertyId caseId sessionId propertyName area status videoUrl duration aiConfidenceScore itemsChecked totalItems issuesDetected createdAt completedAt user photoCount complianceScore reviewNote updatedAt',
    Photo:
      'id inspectionId areaSessionId userId filename url thumbnailUrl category description width height sha256 source takenAt location aiAnalysis uploadedAt createdAt',
    Analysis: 'objects labels detectedIssues overallConfidence complianceScore imageQuality engine error',
    Issue:
      'id inspectionId areaSessionId title description severity category aiConfidence imageUrl videoTimestamp status createdAt photoId boundingBox source recommendedAction',
    PipReport:
      'id propertyId runId areaSessionId inspectionId totalCost estimatedDays priority status createdAt approvedAt approvedBy source property inspection area items costLow costHigh phases',
    PipItem:
      'id pipReportId issueId title description estimatedCost estimatedDays priority status createdAt issue category severity costLow costHigh recommendedAction phase photoId videoTimestamp note',
  };

  it('have their fields [api.shapes.1, api.shapes.2, api.shapes.3, api.shapes.4, api.shapes.5, api.shapes.6, api.shapes.8, api.shapes.9, api.shapes.11, api.shapes.13, api.shapes.14, api.shapes.15]', async () => {
    const { schemas } = (await app.visitor().get('/api/openapi.json')).body.components;
    for (const [name, fields] of Object.entries(shapes)) {
      expect([name, Object.keys(schemas[name].properties)]).toEqual([name, expect.arrayContaining(fields.split(' '))]);
    }
    expect(schemas.User.properties).not.toHaveProperty('password');
    expect(schemas.Issue.properties.status.enum).toEqual(['pending', 'confirmed', 'dismissed', 'resolved']);
    expect(schemas.Analysis.required).not.toContain('error');
    const phase = schemas.PipReport.properties.phases.items;
    expect(Object.keys(phase.properties)).toEqual(expect.arrayContaining(['name', 'window', 'items', 'cost', 'days']));
  });

  it('have times in UTC, ids that are uuids, and decimals as text [api.common.1, api.common.2]', async () => {
    const { areas } = await startedRun(owner);
    const url = `/api/area-sessions/${areas[0].id}`;
    await expectOk(owner.post(`${url}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }), 'Adding');
    const { pipReport } = await expectOk(owner.post(`${url}/generate-pip`), 'Generating');
    const answers = [
      (await owner.get(url)).body,
      pipReport,
      (await owner.get(`${url}/issues`)).body,
      await liveInspection(owner),
    ];
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    const forms: Record<string, RegExp> = {
      id: uuid,
      propertyId: uuid,
      createdAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      totalCost: /^\d+\.\d{2}$/,
      estimatedCost: /^\d+\.\d{2}$/,
    };
    const seen = new Set<string>();
    JSON.stringify(answers, (name: string, value: unknown) => {
      const form = forms[name];
      if (form && value !== null) {
        seen.add(name);
        expect([name, value]).toEqual([name, expect.stringMatching(form)]);
      }
      return value;
    });
    expect([...seen].toSorted()).toEqual(Object.keys(forms).toSorted());
    const { schemas } = (await app.visitor().get('/api/openapi.json')).body.components;
    for (const [shape, field] of [
      ['Issue', 'aiConfidence'],
      ['Inspection', 'aiConfidenceScore'],
    ] as const) {
      expect(JSON.stringify(schemas[shape].properties[field])).toContain(String.raw`\\d{2}$`);
    }
  });
});

describe('a call that changes something', () => {
  it('writes an audit entry [api.common.29, decisions.placeholders.6]', async () => {
    const count = async () => (await admin.get('/api/admin/audit-logs?limit=1')).body[0].seq as number;
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields('nobody@example.com')), 'Opening');
    const { property } = await linkedCase(owner, admin);
    const { areas } = await startedRun(owner);
    const [lobby, rooms] = areas;
    const photo = await addedPhoto(owner, lobby.id);
    const finding = { title: 'Stain', severity: 'low', category: 'stain' };
    const issue = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/issues`, finding), 'Adding');
    const items = (await owner.get(`/api/area-sessions/${lobby.id}/checklist`)).body;
    const own = await liveInspection(owner);
    let [planId, reviewId] = ['', ''];
    const steps: [what: string, call: () => Promise<{ status: number; body: Record<string, never> }>][] = [
      ['profile', () => owner.put('/api/user/profile', { firstName: 'Kim' })],
      ['property', () => owner.put(`/api/properties/${own.propertyId}`, { name: 'New name' })],
      ['case', () => admin.put(`/api/inspection-cases/${opened.id}`, { status: 'cancelled' })],
      ['run', () => owner.post(`/api/properties/${property.id}/inspection-runs`)],
      ['area', () => owner.patch(`/api/area-sessions/${rooms.id}`, { permissionCamera: true })],
      ['check', () => owner.patch(`/api/area-sessions/${lobby.id}/checklist/${items[0].id}`, { result: 'pass' })],
      ['finding', () => owner.patch(`/api/issues/${issue.id}`, { severity: 'high' })],
      ['own finding', () => owner.post(`/api/inspections/${own.id}/issues`, finding)],
      ['plan', () => owner.post(`/api/area-sessions/${lobby.id}/generate-pip`)],
      ['submission', () => owner.post(`/api/pip-reports/${planId}/submit`)],
      ['acceptance', () => owner.post(`/api/pip-reports/${planId}/accept`)],
      ['completion', () => owner.post(`/api/area-sessions/${lobby.id}/complete`)],
      ['flag', () => admin.post(`/api/admin/inspections/${reviewId}/flag`, {})],
      ['re-inspection', () => admin.post(`/api/admin/inspections/${reviewId}/request-reinspection`, { note: 'Again' })],
      ['deletion', () => owner.delete(`/api/photos/${photo.id}`)],
      ['own submission', () => owner.put(`/api/inspections/${own.id}`, { status: 'pending_review' })],
      ['approval', () => admin.post(`/api/admin/inspections/${own.id}/approve`, {})],
      ['message', () => admin.post('/api/messages', { toUserId: owner.user.id, content: 'Well done' })],
      ['invitation', () => admin.post('/api/admin/invitations', { email: 'new@example.com' })],
      ['notifications', () => owner.post('/api/notifications/read', {})],
      ['sign-out', () => owner.post('/api/logout')],
    ];
    for (const [what, call] of steps) {
      const before = await count();
      const { status, body } = await call();
      expect([what, status < 300]).toEqual([what, true]);
      expect([what, (await count()) > before]).toEqual([what, true]);
      if (what === 'plan') planId = (body['pipReport'] as unknown as { id: string }).id;
      if (what === 'completion') reviewId = body['inspectionId'] as unknown as string;
    }
  });
});
