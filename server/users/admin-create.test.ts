import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import { expectOk } from '#test/factories.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { recoveryCodes, secondFactors, users } from '#server/schema/users.tables.ts';

const key = 'wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA';
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp({ env: { AUDIT_KEY: key } });
  folder = await mkdtemp(join(tmpdir(), 'innspect-admin-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...options: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: app.database.url, AUDIT_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/users/admin-create.ts', ...options], { env });
  return stdout.trim();
}

it('lets a disabled admin who has lost the authenticator app in again', async () => {
  const person = await app.person('property');
  const { email, id, username } = person.user;
  const setup = await expectOk(person.post('/api/user/second-factor/setup', { currentPassword: password }), 'Setup');
  await expectOk(person.post('/api/user/second-factor', { code: generateSync({ secret: setup.key }) }), 'Turning on');
  const { db } = app.database;
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
  const login = () => app.visitor().post('/api/login', { username, password });
  expect((await login()).body.code).toBe('sign_in_refused');

  expect(await run('--username', username, '--email', email)).toBe(`${username} is an Admin/QA account now.`);
  expect((await login()).body.code).toBe('code_needed');
  await run('--username', username, '--email', email, '--remove-second-factor');
  expect((await login()).body.user).toMatchObject({ id, role: 'admin' });
  for (const table of [secondFactors, recoveryCodes])
    expect(await db.select().from(table).where(eq(table.userId, id))).toEqual([]);
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id)).orderBy(auditLogs.position);
  const actions = entries.map(({ action }) => action).filter((action) => /granted|removed/.test(action));
  expect(actions).toEqual(['user.admin_granted', 'user.admin_granted', 'user.second_factor_removed']);
}, 60_000);
