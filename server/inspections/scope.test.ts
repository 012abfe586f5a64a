import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { picture, startedRun } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const pick = <T>(values: readonly T[]): T | undefined => values[randomInt(Math.max(1, values.length))];

describe('concurrent changes in one area', () => {
  it('keep the counts right without a deadlock', { timeout: 60_000 }, async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const { areas } = await startedRun(owner);
    const id: string = areas[0].id;
    const url = `/api/area-sessions/${id}`;
    const photos: string[] = [];
    const issues: string[] = [];
    const finding = { title: 'Stain', severity: 'low', category: 'stain' };
    const acts: (() => Promise<Answer>)[] = [
      async () => {
        const upload = await app.upload(owner, await picture(60, 40));
        const answer = await owner.post('/api/photos', {
          areaSessionId: id,
          filename: 'p.jpg',
          category: 'lobby',
          url: upload,
        });
        if (answer.status === 201) photos.push(answer.body.id);
        return answer;
      },
      () => owner.delete(`/api/photos/${pick(photos) ?? id}`),
      async () => {
        const answer = await owner.post(`${url}/issues`, { ...finding, photoId: pick(photos) });
        if (answer.status === 201) issues.push(answer.body.id);
        return answer;
      },
      () => owner.patch(`/api/issues/${pick(issues) ?? id}`, { status: pick(['dismissed', 'confirmed', 'resolved']) }),
      () => admin.patch(`/api/issues/${pick(issues) ?? id}`, { severity: pick(['high', 'medium']) }),
      () => owner.patch(url, { permissionCamera: true, itemsChecked: 1 }),
      () => owner.post(`${url}/complete`),
      async () => {
        const { inspectionId } = (await owner.get(url)).body;
        return admin.post(`/api/admin/inspections/${inspectionId ?? id}/request-reinspection`, { note: 'Again' });
      },
    ];
    const hands = Array.from({ length: 6 }, async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        const act = pick(acts);
        const answer = await act?.();
        // 400 is possible because the photo that a finding names may have been deleted meanwhile, and 403 because the owner
        // may not undo what the admin has decided on a finding.
        expect([200, 201, 204, 400, 403, 404, 409]).toContain(answer?.status);
        // The answer to a request that PostgreSQL aborted because of a deadlock has this sentence.
        expect(answer?.body?.detail ?? '').not.toContain('Somebody else changed this at the same moment');
      }
    });
    await Promise.all(hands);
    const { body: session } = await owner.get(url);
    const { body: list } = await owner.get(`${url}/photos`);
    const { body: found } = await owner.get(`${url}/issues`);
    const open = found.filter((each: { status: string }) => ['pending', 'confirmed'].includes(each.status));
    expect([session.photoCount, session.issuesDetected]).toEqual([list.photos.length, open.length]);
    if (session.status === 'completed') expect(session.photoCount).toBeGreaterThan(0);
    const { rows } = await app.database.pool.query('select issues_detected from area_sessions where id = $1', [id]);
    expect(rows[0].issues_detected).toBe(open.length);
    for (const photo of list.photos) expect((await owner.get(`/api/photos/${photo.id}/original`)).status).toBe(200);
    expect((await admin.get('/api/admin/audit-logs/verify')).body.ok).toBe(true);
  });
});
