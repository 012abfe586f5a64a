import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { checkPdfUa } from '#test/pdf-ua/check.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { until } from '#test/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  expect(await checkPdfUa(pdf)).toEqual([]);
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return texts.join(' ').replaceAll(/\s+/g, ' ');
}

it('an inspection report has the score with coverage, checks, findings and the origin of its photos [api.added.49]', async () => {
  const [admin, owner] = [await app.person('admin'), await app.person('property')];
  const { areas, case: opened } = await startedRun(owner, admin);
  const [area] = areas;
  const photo = await addedPhoto(owner, area.id);
  await addedPhoto(owner, area.id, { filename: 'corridor.jpg' });
  const closer = await addedPhoto(owner, area.id, { filename: 'closer.jpg' });
  // The report shows what the analysis found out about the photo, so its bytes change when that ends.
  await until(async () => {
    const { photos } = await owner.call('GET', `/api/area-sessions/${area.id}/photos`);
    const isPending = ({ analysisStatus }: { analysisStatus: string }) => analysisStatus === 'pending';
    return photos.some(isPending) ? undefined : photos;
  }, 'The photos were not analyzed');
  const add = (fields: Record<string, unknown>) =>
    expectOk(
      owner.post(`/api/area-sessions/${area.id}/issues`, { severity: 'high', category: 'stain', ...fields }),
      'Adding',
    );
  const stain = await add({ title: 'Stain on the ceiling', photoId: photo.id });
  await expectOk(admin.patch(`/api/issues/${stain.id}`, { status: 'confirmed' }), 'Confirming');
  const again = await add({ title: 'The same stain', photoId: closer.id });
  await expectOk(admin.post(`/api/issues/${stain.id}/merge`, { ids: [again.id] }), 'Merging');
  const dismissed = await add({ title: 'Nothing at all' });
  await expectOk(owner.patch(`/api/issues/${dismissed.id}`, { status: 'dismissed' }), 'Dismissing');
  const [check] = (await owner.get(`/api/area-sessions/${area.id}/checklist`)).body;
  await expectOk(
    owner.patch(`/api/area-sessions/${area.id}/checklist/${check.id}`, { result: 'pass', note: 'Seen twice' }),
    'Answering',
  );
  const { inspectionId } = await expectOk(
    owner.post(`/api/area-sessions/${area.id}/complete`, { reason: 'The rest is closed' }),
    'Completing',
  );
  const report = () => owner.send({ method: 'GET', url: `/api/inspections/${inspectionId}/report` });
  const answer = await report();
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toMatch(/filename="Inspection-Harbour-Inn-[\w-]+\.pdf"/);
  const pdf = answer.raw;
  const text = await textOf(pdf);
  expect(text).toMatch(/added by Robin[^·]* · confirmed by Quinn/);
  for (const part of [
    'Inspection report',
    '12 Quay Street, Portland, ME 04101',
    opened.caseNumber,
    '1 of ',
    check.title,
    'Seen twice',
    'The rest is closed',
    '1. Stain on the ceiling',
    '1 finding dismissed by a person.',
    'No finding corridor.jpg',
    // The photo of a merged finding is that of the finding that counts.
    'Finding 1 closer.jpg',
    'photo.jpg',
    'Reviewer',
    'DRAFT',
  ])
    expect(text).toContain(part);
  // Times are in the zone of the property, which is in Maine.
  expect(text).toMatch(/Completed [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M E[SD]T/);
  expect(text).not.toContain('Nothing at all');
  expect((await report()).raw.equals(pdf)).toBe(true);

  // Reading a report as a reviewer does not end the owner's right to recall.
  expect((await admin.send({ method: 'GET', url: `/api/inspections/${inspectionId}/report` })).status).toBe(200);
  expect((await owner.get(`/api/inspections/${inspectionId}`)).body.openedAt).toBeNull();
  await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`, {}), 'Approving');
  const approved = await textOf((await report()).raw);
  expect(approved).not.toContain('DRAFT');
  // An accepted review does not mean that nothing is wrong.
  expect(approved).toContain('Status Approved Outcome Not passed: open findings');
});
