import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('health', () => {
  it('answers everyone [api.added.20]', async () => {
    const visitor = app.visitor();
    const health = await visitor.get('/api/health');
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
    const ready = await visitor.get('/api/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', database: true, storage: true, queue: true }]);
    expect((await visitor.get('/api/config')).body).toEqual({
      mode: 'evaluation',
      selfServiceAdmin: true,
      skipPermissions: true,
      aiEngine: expect.any(String),
      recordingMaxBytes: 4096 * 1024 * 1024,
      signInProvider: null,
      sampleData: { state: 'off', percent: 0, accounts: [] },
    });
  });

  it('names the part that cannot be reached [api.added.20]', async () => {
    const { pool } = app.database;
    await pool.query('alter table pgboss.version rename to elsewhere');
    const ready = await app.visitor().get('/api/ready');
    await pool.query('alter table pgboss.elsewhere rename to version');
    const parts = { database: true, storage: true, queue: false };
    expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', ...parts }]);
  });

  it('counts requests for Prometheus by route, never by address [api.added.20]', async () => {
    await app.visitor().get('/api/properties/00000000-0000-4000-8000-000000000000?secret=1');
    const { status, headers, body } = await app.visitor().get('/metrics');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(body).toMatch(/^http_requests_total\{method="GET",route="\/api\/properties\/:id",status="401"\} 1$/m);
    expect(body).not.toContain('secret');
  });

  it('counts files that are sent to the disk, and what does not exist', async () => {
    await app.system.app.inject({ method: 'PUT', url: '/uploads/a/b', payload: 'x' });
    await app.visitor().get('/api/nowhere/secret');
    const { body } = await app.visitor().get('/metrics');
    expect(body).toMatch(/^http_requests_total\{method="PUT",route="\/uploads\/\*",status="4\d\d"\} 1$/m);
    expect(body).toMatch(/^http_requests_total\{method="GET",route="none",status="404"\} 1$/m);
  });

  it('shows Prometheus the waiting jobs, and the parts that cannot be reached', async () => {
    const waiting = await createTestApp({ work: false });
    try {
      await waiting.visitor().post('/api/password/forgot', { email: (await waiting.person('property')).user.email });
      const { body } = await waiting.visitor().get('/metrics');
      expect(body).toMatch(/^innspect_jobs_due\{kind="forgot-password"\} 1$/m);
      expect(body).toMatch(/^innspect_jobs_oldest_due_seconds\{kind="forgot-password"\} [\d.]+$/m);
      expect(body).toMatch(/^innspect_reachable\{part="queue"\} 1$/m);
      expect(body).toMatch(/^innspect_audit_oldest_unsealed_seconds [\d.]+$/m);
      await waiting.database.pool.query('alter schema pgboss rename to elsewhere');
      const without = (await waiting.visitor().get('/metrics')).body;
      await waiting.database.pool.query('alter schema elsewhere rename to pgboss');
      expect(without).toMatch(/^innspect_reachable\{part="queue"\} 0$/m);
      expect(without).not.toMatch(/^innspect_jobs_due\{/m);
    } finally {
      await waiting.close();
    }
  });
});
