import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startCollector, textOf, type Point } from '#test/collector.ts';
import { createTestDatabase } from '#test/database.ts';
import { startSmtpServer } from '#test/smtp-server.ts';

/**
 * Starts a request and sends the second half of its body only when the returned function is called, while the server
 * works on it. That function returns the status of the answer.
 */
async function beginCall(address: string, path: string, fields: object): Promise<() => Promise<number>> {
  const token = await fetch(`${address}/api/csrf-token`);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const cookies = token.headers.getSetCookie().map((each) => each.split(';')[0]);
  const body = JSON.stringify(fields);
  const call = request(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-csrf-token': csrfToken,
      cookie: cookies.join('; '),
      expect: '100-continue',
    },
  });
  const answered = once(call, 'response');
  call.flushHeaders();
  await once(call, 'continue');
  call.write(body.slice(0, 10));
  return async () => {
    call.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
}

/** Expects the collector to have traces with statements, metrics, and nothing that a user typed. */
function expectTelemetry(collector: Awaited<ReturnType<typeof startCollector>>): void {
  const spans = collector.spans();
  const registered = spans.find(({ name }) => name === 'POST /api/register');
  expect(registered && textOf(registered, 'http.route')).toBe('/api/register');
  const below = spans.filter(({ parentSpanId }) => parentSpanId === registered?.spanId);
  expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([registered?.traceId]));
  expect(below.map((span) => textOf(span, 'db.query.text'))).toContainEqual(
    expect.stringMatching(/^insert into "users"/),
  );
  const job = spans.find(({ name }) => name === 'job account-mail');
  expect(job?.parentSpanId ?? '').toBe('');
  expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);

  const [counted, timed] = ['http_requests_total', 'http_request_seconds'].map((name) =>
    collector.figures().find((figure) => figure.name === name),
  );
  const ofRegister = (points: Point[] = []) => points.find((each) => textOf(each, 'route') === '/api/register');
  expect(ofRegister(counted?.sum?.dataPoints)?.asDouble).toBe(1);
  const point = ofRegister(timed?.histogram?.dataPoints);
  expect(point?.count).toBe(1);
  expect(point?.bucketCounts?.reduce((sum, each) => sum + Number(each), 0)).toBe(1);

  expect(collector.text()).not.toMatch(/walker|warm stones/i);
  expect(new Set(collector.headers().map((headers) => headers['x-tenant']))).toEqual(new Set(['harbour inn']));
}

test('the server prints its address, is healthy, and on a signal finishes running work before it stops [api.running.2, api.running.4, api.running.14, api.running.15]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-main-'));
  const [database, mail, collector] = [await createTestDatabase(), await startSmtpServer(), await startCollector()];
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    SAMPLE_DATA: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=harbour%20inn',
  };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const printed = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`The server ended without printing ${pattern}`);
        const [found] = pattern.exec(value) ?? [];
        if (found) return found;
      }
    };
    const address = await printed(/http:\/\/127\.0\.0\.1:[1-9]\d*/);
    const health = await fetch(`${address}/api/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);

    const email = 'walker@example.com';
    const account = { username: 'walker', email, password: 'Three warm stones 7', role: 'property' };
    const names = { firstName: 'Wal', lastName: 'Ker', propertyName: 'Inn' };
    const finishRegistration = await beginCall(address, '/api/register', { ...account, ...names });
    expect(await finishRegistration()).toBe(201);
    const { arrived, release } = mail.delayNext();
    const finishAsking = await beginCall(address, '/api/password/forgot', { email });
    expect(await finishAsking()).toBe(202);
    // The job that sends the mail is running now; a request will be too.
    await arrived;
    const finishCall = await beginCall(address, '/api/password/forgot', { email });
    server.kill('SIGTERM');
    await printed(/stopping/);
    expect(await finishCall()).toBe(202);
    release();
    // The exit code differs if stopping takes longer than its limit, which is below 10 s.
    expect(await ended).toEqual([0, null]);
    const jobs = await database.pool.query(
      "select state from pgboss.job where name = 'account-mail' order by created_on",
    );
    expect(jobs.rows[0]).toEqual({ state: 'completed' });
    expectTelemetry(collector);
  } finally {
    server.kill('SIGKILL');
    await database.drop();
    await mail.close();
    await collector.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
