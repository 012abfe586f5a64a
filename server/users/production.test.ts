import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/schema/users.tables.ts';
import { eq } from 'drizzle-orm';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, startedRun } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;

beforeAll(async () => {
  app = await createTestApp({ env: productionEnv });
  admin = await app.person('property');
  // Does what the command that creates the first admin does to an account.
  await app.database.db
    .update(users)
    .set({
      adminGranted: true,
      role: 'admin',
      email: admin.user.email,
      emailVerifiedAt: new Date(),
      pendingEmail: null,
    })
    .where(eq(users.id, admin.user.id));
});
afterAll(() => app.close());

const login = (username: string, role?: string) => ({ username, password, ...(role ? { role } : {}) });

describe('roles in production mode', () => {
  it('refuses to make a user an admin by choice alone, when signing up, signing in or switching [2.auth.4, 2.auth.10, 6.roles.2, 6.roles.3, decisions.modes.3, decisions.modes.4, decisions.modes.8]', async () => {
    const refused = await app.visitor().post('/api/register', {
      username: 'climber',
      email: 'climber@example.com',
      password,
      role: 'admin',
    });
    expect(refused.status).toBe(403);
    const owner = await app.person('property');
    const before = owner.cookies.get('__Host-innspect_session');
    expect((await owner.post('/api/login', login(owner.user.username, 'admin'))).status).toBe(403);
    expect(owner.cookies.get('__Host-innspect_session')).toBe(before);
    expect((await owner.put('/api/user/profile', { role: 'admin' })).status).toBe(403);
    expect((await owner.get('/api/user')).body).toMatchObject({
      role: 'property',
      abilities: { canSwitchRole: false },
    });
    expect((await owner.get('/api/admin/inspections')).status).toBe(403);
  });

  it('lets a granted admin switch to the owner view and back [6.roles.3, decisions.modes.4, decisions.modes.9]', async () => {
    expect((await admin.get('/api/user')).body).toMatchObject({ role: 'admin', abilities: { canSwitchRole: true } });
    expect((await admin.post('/api/login', login(admin.user.username, 'property'))).body.user.role).toBe('property');
    expect((await admin.get('/api/admin/inspections')).status).toBe(403);
    expect((await admin.put('/api/user/profile', { role: 'admin' })).body.role).toBe('admin');
    expect((await admin.get('/api/admin/inspections')).status).toBe(200);
  });

  it('does not make users admins who chose to be one while the database was used in evaluation mode', async () => {
    const climber = await app.person('property');
    await app.database.db.update(users).set({ role: 'admin' }).where(eq(users.id, climber.user.id));
    expect((await climber.get('/api/user')).body).toMatchObject({ role: 'property', abilities: { admin: false } });
    expect((await climber.get('/api/admin/inspections')).status).toBe(403);
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    await addedPhoto(owner, areas[0].id);
    await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    expect((await climber.get('/api/notifications')).body.notifications).toEqual([]);
    expect((await admin.get('/api/notifications')).body.notifications).toHaveLength(1);
    expect((await climber.post('/api/login', login(climber.user.username))).body.user.role).toBe('property');
  });

  it('makes an invited user an admin, once, at the invited address [2.auth.10, api.added.19, decisions.modes.3]', async () => {
    const owner = await app.person('property');
    expect((await owner.post('/api/admin/invitations', { email: 'new.admin@example.com' })).status).toBe(403);
    const invited = await admin.post('/api/admin/invitations', { email: 'new.admin@example.com' });
    expect([invited.status, invited.body.email]).toEqual([201, 'new.admin@example.com']);
    expect(JSON.stringify(invited.body)).not.toMatch(/token/);
    const link = linkOf(await mailTo(app, 'new.admin@example.com'));
    expect(link.href).toMatch(/^https:\/\/innspect\.example\/invite\?token=/);
    const invitation = link.searchParams.get('token') ?? '';
    const jobs = await app.database.pool.query('select data from pgboss.job');
    expect(JSON.stringify(jobs.rows)).not.toContain(invitation);
    const fields = { username: 'invited', email: 'New.Admin@example.com', password, role: 'admin', invitation };
    const stolen = await app.visitor().post('/api/register', { ...fields, email: 'other@example.com' });
    expect(stolen.status).toBe(400);
    const answer = await app.visitor().post('/api/register', fields);
    expect([answer.status, answer.body.user?.role]).toEqual([201, 'admin']);
    const again = await app.visitor().post('/api/register', { ...fields, username: 'x2', email: 'x2@example.com' });
    expect(again.status).toBe(410);
    expect((await admin.post('/api/admin/invitations', { email: admin.user.email })).status).toBe(409);
  });

  it('lists invitations that can still be used, and revokes one to a wrong address', async () => {
    const listed = async () => (await admin.call('GET', '/api/admin/invitations')) as { email: string }[];
    const invited = await expectOk(admin.post('/api/admin/invitations', { email: 'mistyped@example.com' }), 'Inviting');
    const [open] = await listed();
    expect(open).toMatchObject({
      id: invited.id,
      email: 'mistyped@example.com',
      invitedBy: expect.stringMatching(/\w/),
    });
    expect(JSON.stringify(open)).not.toMatch(/token/i);
    const invitation = linkOf(await mailTo(app, 'mistyped@example.com')).searchParams.get('token');
    const path = `/api/admin/invitations/${invited.id}`;
    await app.database.pool.query("update sessions set proven_at = now() - interval '11 minutes'");
    expect((await admin.delete(path)).body.code).toBe('proof_needed');
    await app.database.pool.query('update sessions set proven_at = now()');
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await listed()).map(({ email }) => email)).not.toContain('mistyped@example.com');
    const fields = { username: 'mistyped', email: 'mistyped@example.com', password, role: 'admin', invitation };
    expect((await app.visitor().post('/api/register', fields)).body.code).toBe('invitation_no_longer_valid');
  });
});

describe('production mode', () => {
  it('sets secure cookies, and lets a page connect to the public address only [api.common.4]', async () => {
    const answer = await app.visitor().post('/api/login', login(admin.user.username));
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-innspect_session=[^;]+;.*Path=\/;.*Secure/);
    expect(answer.headers).toHaveProperty('strict-transport-security');
    const page = await app.visitor().get('/');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' wss://innspect.example;");
  });

  it('ignores a cookie that another host of the domain could have set', async () => {
    const token = admin.cookies.get('__Host-innspect_session');
    const from = (cookie: string) => app.visitor().send({ method: 'GET', url: '/api/user', headers: { cookie } });
    expect((await from(`__Host-innspect_session=${token}`)).status).toBe(200);
    expect((await from(`innspect_session=${token}`)).status).toBe(401);
  });

  it('shows its metrics with the token only, and to nobody when no token is set', async () => {
    expect((await app.visitor().get('/metrics')).status).toBe(404);
    const metricsToken = 'mZ8kQ2wX7cR4tY1nB6vL9pD3sF5gH0jA';
    const counted = await createTestApp({ env: { ...productionEnv, METRICS_TOKEN: metricsToken } });
    try {
      const ask = (authorization?: string) =>
        counted.visitor().send({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} });
      for (const given of [undefined, 'Bearer wrong', metricsToken, `Basic ${metricsToken}`]) {
        expect((await ask(given)).status).toBe(401);
      }
      expect((await ask(`Bearer ${metricsToken}`)).body).toContain('process_cpu_seconds_total');
    } finally {
      await counted.close();
    }
  });

  it('links no case before the e-mail address is confirmed [decisions.modes.6]', async () => {
    const owner = await app.person('property');
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    expect((await owner.get('/api/inspection-cases')).body).toEqual([]);
    const early = await owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber });
    expect([early.status, early.body.detail]).toEqual([403, expect.stringMatching(/confirm your e-mail/i)]);
    const link = linkOf(await mailTo(app, owner.user.email, /confirm/i));
    const token = link.searchParams.get('token');
    expect((await owner.post('/api/email/verify', { token })).status).toBe(204);
    expect((await owner.post('/api/email/verify', { token })).status).toBe(410);
    expect((await owner.get('/api/inspection-cases')).body).toHaveLength(1);
    expect((await owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber })).status).toBe(200);
    // The old link does not confirm a new address, and the old address stays confirmed until then.
    await owner.put('/api/user/profile', { email: `new.${owner.user.email}` });
    expect((await owner.post('/api/email/verify', { token })).status).toBe(410);
    expect((await owner.get('/api/user')).body).toMatchObject({
      email: owner.user.email,
      pendingEmail: `new.${owner.user.email}`,
      abilities: { emailVerified: true },
    });
  });

  it('refuses the request of SKIP PERMISSIONS [2.area.6, decisions.modes.5]', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const url = `/api/area-sessions/${areas[0].id}`;
    const all = { permissionCamera: true, permissionLocation: true, permissionMicrophone: true };
    expect((await owner.patch(url, { ...all, status: 'in_progress' })).status).toBe(403);
    expect((await owner.get(url)).body).toMatchObject({ status: 'not_started', permissionCamera: false });
    expect((await owner.patch(url, { permissionCamera: true })).body.status).toBe('in_progress');
    expect((await app.visitor().get('/api/config')).body).toMatchObject({ skipPermissions: false });
  });
});
