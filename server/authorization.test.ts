import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { passkeys } from '#server/schema/users.tables.ts';
import { savedViews } from '#server/schema/views.tables.ts';
import { addedPhoto, addedRecording, expectOk, liveInspection, startedRun } from '#test/factories.ts';

/**
 * Who may call a route.
 * - public: everyone · signed-in: any user · admin: 403 for others · outside: not an API route, tested elsewhere
 * - theirs: the owner and admins; a stranger gets 404 · owner-only: like theirs, but an admin gets 403
 * - admin-target: 403 for all but admins, whatever the id
 * - own: the user who created it; all others, including admins, get 404 · refused: 403 for every signed-in user
 */
type Verdict =
  | 'public'
  | 'signed-in'
  | 'admin'
  | 'theirs'
  | 'owner-only'
  | 'admin-target'
  | 'own'
  | 'refused'
  | 'outside';

const verdicts: Record<string, Verdict> = {
  'GET /api/health': 'public',
  'GET /api/ready': 'public',
  'GET /api/config': 'public',
  'GET /api/csrf-token': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs/*': 'public',
  'GET /.well-known/security.txt': 'public',
  'POST /api/register': 'public',
  'POST /api/login': 'public',
  'GET /api/login/code': 'public',
  'POST /api/login/code': 'public',
  'POST /api/login/passkey': 'public',
  'GET /api/login/provider': 'public',
  'GET /api/login/provider/callback': 'public',
  'POST /api/login/passkey/options': 'public',
  'POST /api/password/forgot': 'public',
  'POST /api/password/reset': 'public',
  'POST /api/email/verify': 'signed-in',
  'POST /api/logout': 'signed-in',
  'GET /api/user': 'signed-in',
  'GET /api/user/profile': 'signed-in',
  'PUT /api/user/profile': 'signed-in',
  'GET /api/user/stats': 'signed-in',
  'POST /api/user/password': 'signed-in',
  'POST /api/user/proof': 'signed-in',
  'GET /api/user/second-factor': 'signed-in',
  'POST /api/user/second-factor': 'signed-in',
  'POST /api/user/second-factor/setup': 'signed-in',
  'POST /api/user/second-factor/turn-off': 'signed-in',
  'POST /api/user/second-factor/recovery-codes': 'signed-in',
  'POST /api/user/proof/passkey': 'signed-in',
  'POST /api/user/proof/passkey/options': 'signed-in',
  'GET /api/user/passkeys': 'signed-in',
  'POST /api/user/passkeys': 'signed-in',
  'POST /api/user/passkeys/options': 'signed-in',
  'PATCH /api/user/passkeys/:id': 'own',
  'DELETE /api/user/passkeys/:id': 'own',
  'GET /api/user/sessions': 'signed-in',
  'DELETE /api/user/sessions': 'signed-in',
  'DELETE /api/user/sessions/:id': 'own',
  'GET /api/user/api-keys': 'signed-in',
  'POST /api/user/api-keys': 'signed-in',
  'DELETE /api/user/api-keys/:id': 'own',
  'GET /api/admin/api-keys': 'admin',
  'DELETE /api/admin/api-keys/:id': 'admin-target',
  'GET /api/admin/webhooks': 'admin',
  'POST /api/admin/webhooks': 'admin',
  'PUT /api/admin/webhooks/:id': 'admin-target',
  'DELETE /api/admin/webhooks/:id': 'admin-target',
  'POST /api/admin/webhooks/:id/secret': 'admin-target',
  'GET /api/admin/webhooks/:id/deliveries': 'admin-target',
  'POST /api/admin/webhook-deliveries/:id/send-again': 'admin-target',
  'POST /api/admin/users/:id/unsent-work': 'admin-target',
  'GET /api/user/data-exports': 'signed-in',
  'POST /api/user/data-exports': 'signed-in',
  'POST /api/user/erasure': 'signed-in',
  'GET /api/user/data-exports/:id/file': 'own',
  'GET /api/notifications': 'signed-in',
  'POST /api/notifications/read': 'signed-in',
  'GET /api/user/push': 'signed-in',
  'PUT /api/user/push': 'signed-in',
  'DELETE /api/user/push': 'signed-in',
  'POST /api/user/push/test': 'signed-in',
  'GET /api/messages': 'signed-in',
  'POST /api/messages': 'signed-in',
  'GET /api/messages/conversations': 'signed-in',
  'POST /api/messages/read': 'signed-in',
  'GET /api/inspection-cases': 'signed-in',
  'POST /api/inspection-cases': 'admin',
  'POST /api/admin/requirements-text': 'admin',
  'GET /api/user/saved-views': 'admin',
  'POST /api/user/saved-views': 'admin',
  'PATCH /api/user/saved-views/:id': 'own',
  'DELETE /api/user/saved-views/:id': 'own',
  'GET /api/admin/analytics': 'admin',
  'GET /api/admin/portfolio': 'admin',
  'GET /api/admin/portfolio/export': 'admin',
  'GET /api/analysis/head': 'signed-in',
  'GET /api/admin/learning': 'admin',
  'GET /api/admin/model-usage': 'admin',
  'GET /api/admin/learning/run': 'admin',
  'POST /api/admin/learning/run': 'admin',
  'PUT /api/admin/learning/version': 'admin',
  'POST /api/inspection-cases/link': 'signed-in',
  'GET /api/inspection-cases/:id': 'theirs',
  'PUT /api/inspection-cases/:id': 'admin-target',
  'POST /api/inspection-cases/:id/onboarding': 'owner-only',
  'GET /api/properties': 'signed-in',
  'POST /api/properties': 'signed-in',
  'GET /api/properties/:id': 'theirs',
  'PUT /api/properties/:id': 'owner-only',
  'DELETE /api/properties/:id': 'owner-only',
  'GET /api/properties/:id/active-run': 'theirs',
  'GET /api/properties/:id/history': 'theirs',
  'POST /api/properties/:id/inspection-runs': 'owner-only',
  'GET /api/inspection-runs/active': 'signed-in',
  'GET /api/inspection-runs/:id': 'theirs',
  'POST /api/inspection-runs/:id/submit': 'owner-only',
  'POST /api/inspection-runs/:id/generate-pip': 'theirs',
  'GET /api/inspection-areas': 'signed-in',
  'GET /api/inspection-areas/:id/checklist': 'signed-in',
  'GET /api/area-sessions': 'signed-in',
  'GET /api/area-sessions/totals': 'signed-in',
  'GET /api/area-sessions/:id': 'theirs',
  'PATCH /api/area-sessions/:id': 'owner-only',
  'GET /api/area-sessions/:id/checklist': 'theirs',
  'PATCH /api/area-sessions/:id/checklist/:itemId': 'owner-only',
  'GET /api/area-sessions/:id/requirements': 'theirs',
  'GET /api/inspection-cases/:id/requirements': 'theirs',
  'PUT /api/area-sessions/:id/requirements/:position': 'owner-only',
  'POST /api/area-sessions/:id/complete': 'owner-only',
  'POST /api/area-sessions/:id/recall': 'owner-only',
  'GET /api/area-sessions/:id/score': 'theirs',
  'GET /api/area-sessions/:id/photos': 'theirs',
  'GET /api/area-sessions/:id/issues': 'theirs',
  'POST /api/area-sessions/:id/issues': 'theirs',
  'POST /api/area-sessions/:id/generate-pip': 'theirs',
  'GET /api/inspections': 'signed-in',
  'POST /api/inspections': 'signed-in',
  'GET /api/inspections/:id': 'theirs',
  'PUT /api/inspections/:id': 'theirs',
  'POST /api/inspections/:id/recall': 'owner-only',
  'GET /api/inspections/:id/checklist': 'theirs',
  'PATCH /api/inspections/:id/checklist/:itemId': 'owner-only',
  'POST /api/inspections/:id/frames': 'owner-only',
  'GET /api/inspections/:id/photos': 'theirs',
  'GET /api/inspections/:id/report': 'theirs',
  'GET /api/inspections/:id/recordings': 'theirs',
  'POST /api/inspections/:id/recordings': 'owner-only',
  'GET /api/recordings/:id/video': 'theirs',
  'GET /api/inspections/:id/issues': 'theirs',
  'POST /api/inspections/:id/issues': 'theirs',
  'POST /api/inspections/:id/generate-pip': 'theirs',
  'POST /api/issues/:id/merge': 'theirs',
  'POST /api/issues/:id/separate': 'theirs',
  'POST /api/issues/:id/tell-apart': 'theirs',
  'PATCH /api/issues/:id': 'theirs',
  'POST /api/objects/upload': 'signed-in',
  'POST /api/photos': 'signed-in',
  'GET /api/s3/params': 'signed-in',
  'GET /api/s3/sts': 'refused',
  'POST /api/s3/multipart': 'signed-in',
  'GET /api/s3/multipart/:uploadId': 'own',
  'GET /api/s3/multipart/:uploadId/batch': 'own',
  'GET /api/s3/multipart/:uploadId/:partNumber': 'own',
  'POST /api/s3/multipart/:uploadId/complete': 'own',
  'DELETE /api/s3/multipart/:uploadId': 'own',
  'GET /api/photos/:id': 'theirs',
  'PATCH /api/photos/:id': 'owner-only',
  'DELETE /api/photos/:id/voice-note': 'owner-only',
  'DELETE /api/photos/:id': 'owner-only',
  'PUT /api/photos/:id/voice-note': 'owner-only',
  'GET /api/photos/:id/voice-note': 'theirs',
  'GET /api/photos/:id/file': 'theirs',
  'GET /api/photos/:id/preview': 'theirs',
  'GET /api/photos/:id/thumbnail': 'theirs',
  'GET /api/photos/:id/original': 'theirs',
  'GET /api/pip-reports': 'signed-in',
  'GET /api/pip-reports/totals': 'signed-in',
  'GET /api/admin/pip-reports': 'admin',
  'GET /api/pip-reports/:id': 'theirs',
  'GET /api/pip-reports/area-session/:id': 'theirs',
  'POST /api/pip-reports/:id/submit': 'theirs',
  'POST /api/pip-reports/:id/accept': 'owner-only',
  'GET /api/pip-reports/:id/export': 'theirs',
  'GET /api/pip-reports/:id/shares': 'theirs',
  'POST /api/pip-reports/:id/shares': 'theirs',
  'DELETE /api/plan-shares/:id': 'theirs',
  'GET /api/shared-plan': 'public',
  'GET /api/shared-plan/photos/:id': 'public',
  'PATCH /api/pip-items/:id': 'theirs',
  'GET /api/pip-reports/:id/line-options': 'theirs',
  'POST /api/pip-reports/:id/lines': 'theirs',
  'PUT /api/pip-reports/:id/overheads': 'theirs',
  'PUT /api/pip-items/:id/line': 'theirs',
  'PUT /api/pip-items/:id/vendors': 'theirs',
  'POST /api/pip-items/:id/requests': 'theirs',
  'POST /api/pip-items/:id/requests/answer': 'theirs',
  'POST /api/pip-items/:id/requests/withdraw': 'theirs',
  'POST /api/pip-items/:id/requests/messages': 'theirs',
  'DELETE /api/pip-items/:id/line': 'theirs',
  'GET /api/admin/inspection-cases': 'admin',
  'POST /api/admin/inspection-cases/import': 'admin',
  'POST /api/admin/inspection-cases/import/preview': 'admin',
  'GET /api/admin/inspection-cases/:id': 'admin-target',
  'POST /api/admin/inspection-cases/:id/send-again': 'admin-target',
  'PUT /api/admin/inspection-cases/:id/due-date': 'admin-target',
  'PUT /api/admin/inspection-cases/:id/repeat': 'admin-target',
  'DELETE /api/admin/inspection-cases/:id/repeat': 'admin-target',
  'GET /api/admin/inspections': 'admin',
  'POST /api/admin/inspections/approve': 'admin',
  'POST /api/admin/inspections/undo': 'admin',
  'GET /api/admin/inspections/:id/previous': 'admin-target',
  'POST /api/admin/inspections/:id/approve': 'admin-target',
  'POST /api/admin/inspections/:id/request-reinspection': 'admin-target',
  'POST /api/admin/inspections/:id/flag': 'admin-target',
  'DELETE /api/admin/inspections/:id/flag': 'admin-target',
  'GET /api/admin/audit-logs': 'admin',
  'GET /api/admin/audit-logs/verify': 'admin',
  'GET /api/admin/retention': 'admin',
  'GET /api/admin/outbox': 'admin',
  'GET /api/admin/outbox/:messageId': 'admin',
  'GET /api/admin/users': 'admin',
  'POST /api/admin/users/:id/disable': 'admin-target',
  'POST /api/admin/users/:id/erase': 'admin-target',
  'POST /api/admin/users/:id/enable': 'admin-target',
  'POST /api/admin/users/:id/withdraw-admin': 'admin-target',
  'DELETE /api/admin/users/:id/sessions': 'admin-target',
  'DELETE /api/admin/users/:id/second-factor': 'admin-target',
  'POST /api/admin/invitations': 'admin',
  'GET /api/admin/invitations': 'admin',
  'DELETE /api/admin/invitations/:id': 'admin-target',
  'GET /api/admin/case-places': 'admin',
  'GET /api/admin/cost-catalogue': 'admin',
  'PUT /api/admin/cost-catalogue': 'admin',
  'GET /metrics': 'outside',
  'PUT /uploads/*': 'outside',
  'POST /uploads': 'outside',
  'GET /ws': 'outside',
};

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['person']>>;
let ids: Record<string, string>;
const log: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ log: (line) => void log.push(line) });
  const admin = await app.person('admin');
  owner = await app.person('property');
  const { property, run, areas } = await startedRun(owner, admin);
  const [first, second] = areas;
  const photo = await addedPhoto(owner, first.id);
  await expectOk(
    owner.send({
      method: 'PUT',
      url: `/api/photos/${photo.id}/voice-note?id=${randomUUID()}&seconds=1`,
      payload: Buffer.from('1a45dfa3', 'hex'),
      headers: { 'content-type': 'audio/webm', 'x-csrf-token': owner.csrfToken ?? '' },
    }),
    'A voice note',
  );
  const issue = await expectOk(
    owner.post(`/api/area-sessions/${first.id}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }),
    'Adding a finding',
  );
  const plan = await expectOk(owner.post(`/api/area-sessions/${first.id}/generate-pip`), 'Generating');
  await addedPhoto(owner, second.id);
  const completed = await expectOk(owner.post(`/api/area-sessions/${second.id}/complete`), 'Completing');
  const { share } = await expectOk(admin.post(`/api/pip-reports/${plan.pipReport.id}/shares`, {}), 'Sharing');
  const checklist = await owner.get(`/api/area-sessions/${first.id}/checklist`);
  const upload = await expectOk(
    owner.post('/api/s3/multipart', { filename: 'walk.webm', type: 'video/webm' }),
    'Beginning an upload',
  );
  const recording = await addedRecording(owner, (await liveInspection(owner)).id);
  const otherDevice = await app.visitor().post('/api/login', { username: owner.user.username, password });
  if (otherDevice.status !== 200) throw new Error('Signing in on another device failed');
  const sessions: { id: string; current: boolean }[] = (await owner.get('/api/user/sessions')).body;
  const apiKey = () =>
    expectOk(owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'] }), 'Making an API key');
  const [passkey] = await app.database.db
    .insert(passkeys)
    .values({
      userId: owner.user.id,
      credentialId: 'a',
      publicKey: '',
      counter: 0,
      transports: [],
      synced: false,
      name: 'A',
    })
    .returning();
  const [view] = await app.database.db
    .insert(savedViews)
    .values({ userId: owner.user.id, list: 'cases', name: 'Late', search: '{}' })
    .returning();
  const webhook = await expectOk(
    admin.post('/api/admin/webhooks', { name: 'Desk', url: 'https://example.com/hook', events: ['case.opened'] }),
    'Adding a webhook',
  );
  const delivery = await webhookDelivery(webhook.id);
  const invitation = await expectOk(admin.post('/api/admin/invitations', { email: 'invited@example.com' }), 'Inviting');
  const dataExport = await expectOk(owner.post('/api/user/data-exports'), 'Asking for an export');
  ids = {
    'data-exports': dataExport.id,
    webhooks: webhook.id,
    invitations: invitation.id,
    'webhook-deliveries': delivery,
    'api-keys': (await apiKey()).id,
    'admin/api-keys': (await apiKey()).id,
    users: (await app.person('property')).user.id,
    sessions: sessions.find(({ current }) => !current)?.id ?? '',
    passkeys: passkey?.id ?? '',
    'saved-views': view?.id ?? '',
    recordings: recording.id,
    upload: upload.uploadId,
    item: checklist.body[0].id,
    'inspection-cases': run.caseId,
    properties: property.id,
    'inspection-runs': run.id,
    'inspection-areas': (await owner.get('/api/inspection-areas')).body[0].id,
    'area-sessions': first.id,
    'area-session': first.id,
    inspections: completed.inspectionId,
    issues: issue.id,
    photos: photo.id,
    'pip-reports': plan.pipReport.id,
    'pip-items': plan.pipReport.items[0].id,
    'plan-shares': share.id,
  };
});
afterAll(() => app.close());

/** A delivery that failed its last attempt. */
async function webhookDelivery(webhookId: string): Promise<string> {
  const { pool } = app.database;
  const event = await pool.query(
    "insert into published_events (type, subject_id, data) values ('case.opened', gen_random_uuid(), '{}') returning id",
  );
  const delivery = await pool.query(
    "insert into webhook_deliveries (webhook_id, event_id, event, state) values ($1, $2, 'case.opened', 'failed') returning id",
    [webhookId, event.rows[0].id],
  );
  return delivery.rows[0].id;
}

/** The route's address with the ids of the owner's records. */
function addressOf(url: string): string {
  return url
    .replace(':itemId', () => ids.item ?? '')
    .replace(':uploadId', () => ids.upload ?? '')
    .replace(':partNumber', '1')
    .replace(':position', '0')
    .replace(/(admin\/api-keys|[\w-]+)\/:id/, (_, noun: string) => {
      const id = ids[noun];
      if (!id) throw new Error(`The test has no ${noun} to ask for`);
      return `${noun}/${id}`;
    });
}

const call = (client: Client, method: string, url: string) => {
  if (method === 'GET') return client.get(url);
  if (method === 'DELETE') return client.delete(url);
  if (method === 'POST') return client.post(url, {});
  if (method === 'PUT') return client.put(url.endsWith('voice-note') ? `${url}?id=${randomUUID()}&seconds=1` : url, {});
  return client.patch(url, {});
};

/** Whether the access check refused; a 404 for a missing outbox message means that the role check passed. */
const refused = (status: number) => status === 401 || status === 403;

const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
const routes = Object.entries(verdicts)
  .map(([key, verdict]) => {
    const [method = '', url = ''] = key.split(' ');
    return { method, url, verdict };
  })
  .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

describe('access to calls', () => {
  it('has a verdict for every route', () => {
    const registered = app.system.app.routeTable
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(registered)].toSorted()).toEqual(Object.keys(verdicts).toSorted());
  });

  it.each(routes.filter((route) => route.verdict !== 'outside' && route.verdict !== 'public'))(
    '$method $url is not for nobody [6.roles.5, 6.roles.17, api.common.10, decisions.routes.8]',
    async ({ method, url }) => {
      expect((await call(app.visitor(), method, addressOf(url))).status).toBe(401);
    },
  );

  it.each(routes.filter((route) => route.verdict === 'public'))(
    '$method $url is for anybody',
    async ({ method, url }) => {
      const answer = await call(app.visitor(), method, url);
      expect(refused(answer.status)).toBe(false);
    },
  );

  const guardedByOrigin = ({ url }: { url: string }) => url.startsWith('/api/s3/');

  it.each(routes.filter(guardedByOrigin))(
    '$method $url is for pages of this server [api.common.7]',
    async ({ method, url }) => {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await owner.send({ method: method as 'POST', url: addressOf(url), headers });
        expect([answer.status, answer.body.detail]).toEqual([403, 'Uploads are for pages of this server']);
      }
    },
  );

  it.each(routes.filter((route) => route.method !== 'GET' && route.verdict !== 'outside' && !guardedByOrigin(route)))(
    '$method $url needs the security token [api.common.5]',
    async ({ method, url }) => {
      const answer = await owner.send({
        method: method as 'POST',
        url: addressOf(url),
        payload: {},
        headers: { 'x-csrf-token': 'wrong' },
      });
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('security token')]);
    },
  );

  it.each(routes.filter((route) => route.verdict !== 'outside' && route.verdict !== 'public'))(
    '$method $url as a stranger [6.roles.11, 6.roles.17, api.common.12, decisions.access.1, decisions.access.2]',
    async ({ method, url, verdict }) => {
      const stranger = await app.person('property');
      const { status } = await call(stranger, method, addressOf(url));
      if (verdict === 'signed-in') expect([401, 403, 404]).not.toContain(status);
      else if (verdict === 'admin' || verdict === 'admin-target' || verdict === 'refused') expect(status).toBe(403);
      else expect(status).toBe(404);
      if (status !== 403 && status !== 404) return;
      // Logged once, by the pattern of the route, with nothing of what was asked for.
      const logged = () => log.filter((line) => line.includes(stranger.user.id));
      const entry = { msg: 'request refused', status, method, route: url, userId: stranger.user.id };
      await expect.poll(() => logged().map((line) => JSON.parse(line))).toMatchObject([entry]);
      expect(Object.values(ids).filter((id) => logged().join('').includes(id))).toEqual([]);
    },
  );

  it.each(routes.filter((route) => route.url.includes(':id')))(
    '$method $url with an id that is none [decisions.access.2]',
    async ({ method, url, verdict }) => {
      const admin = await app.person('admin');
      for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
        expect((await call(admin, method, url.replace(':id', id))).status).toBe(404);
        const expected = verdict === 'admin-target' ? 403 : 404;
        expect((await call(owner, method, url.replace(':id', id))).status).toBe(expected);
      }
    },
  );

  it.each(routes.filter((route) => route.verdict !== 'outside' && route.verdict !== 'public'))(
    '$method $url as an admin',
    async ({ method, url, verdict }) => {
      const admin = await app.person('admin');
      const { status } = await call(admin, method, addressOf(url));
      // 400 and 409 come after the access check, so they prove that it passed.
      if (verdict === 'owner-only' || verdict === 'refused') expect(status).toBe(403);
      else if (verdict === 'own') expect(status).toBe(404);
      else if (url === '/api/admin/outbox/:messageId') expect(status).toBe(404);
      else if (verdict === 'theirs' && method !== 'GET') expect([401, 404]).not.toContain(status);
      else expect([401, 403, 404]).not.toContain(status);
    },
  );

  it.each(routes.filter((route) => ['theirs', 'owner-only', 'own'].includes(route.verdict)))(
    '$method $url as the owner',
    async ({ method, url }) => {
      const { status, body } = await call(owner, method, addressOf(url));
      expect([status, status < 300 ? '' : body.detail]).not.toEqual([404, expect.anything()]);
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
    },
  );
});
