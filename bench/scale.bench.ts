/**
 * npm run bench -- scale [photos…]
 * Measures the calls on a filled database, each beside a bare server in the same run.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { createSumsService } from '#server/analytics/sums.service.ts';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';
import { fillDatabase, type FillSize } from '#test/filled-database.ts';
import { answersOfOwnersPerSecond, answersPerSecond, memoryOf, photoMs } from './field-work.ts';
import { client, startProgram, startServer } from './server.ts';

const seconds = 6;
const connections = 8;
const photosPerArea = 10;
const daysOfHistory = 300;

/** Half of the filled area sessions are completed and have photos. */
export function sizeOf(photos: number): FillSize {
  const runs = photos / photosPerArea / 5;
  return {
    owners: runs / 4,
    properties: runs / 2,
    runs,
    cases: runs * 2,
    standalone: runs / 5,
    messages: runs * 10,
    notifications: runs * 10,
    auditEntries: photos / 2,
    photosPerArea,
    findingsPerPhoto: 2,
    scored: true,
    since: new Date(Date.now() - daysOfHistory * 86_400_000).toISOString(),
    minutesBetweenRuns: (daysOfHistory * 1440) / runs,
  };
}

export interface Load {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
}

/** Applies a steady load to one address. Throws when an answer is not 2xx. */
async function load(url: string, cookie = ''): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie }, timeout: 120 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** The median time in milliseconds of some calls, one after the other. */
async function medianAlone(url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    await answer.arrayBuffer();
    if (n > 0) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}

const lists = {
  "the administrator's list of 50": '/api/inspections?limit=50',
  'the same with its counts': '/api/admin/inspections?limit=50',
  'the same, pending review': '/api/admin/inspections?limit=50&status=pending_review',
  'the same with a rare search': '/api/admin/inspections?limit=50&q=c81e728d',
  'the same with a common search': '/api/admin/inspections?limit=50&q=hotel',
  'cases, 50 of them': '/api/admin/inspection-cases?limit=50',
  'plans, 50 of them': '/api/admin/pip-reports?items=false&limit=50',
};
const figures = {
  'analytics of a quarter': '/api/admin/analytics',
  'the portfolio': '/api/admin/portfolio',
  'the figures of the home screen': '/api/user/stats',
};

/** Filling sets off no triggers, so everything is noted as changed and summed here, as after a migration. */
async function sumAll(url: string): Promise<void> {
  const opened = openDatabase(url, createLogger({ level: 'error' }), { connections: 1 });
  await opened.pool.query(`insert into summed_changes (property_id, area_id)
    select distinct property_id, area_id from area_sessions
    union all select id, '00000000-0000-0000-0000-000000000000' from properties
    union all select id, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from properties`);
  await createSumsService(opened).refresh();
  await opened.pool.query('vacuum analyze');
  await opened.close();
}

/** All rows of the table for one size. */
export async function benchScale(photos: number): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  const lock = lockDataDir(folder);
  const postgres = await startPostgres({ lock, mode: 'evaluation' }, createLogger({ level: 'error' }));
  const children: Awaited<ReturnType<typeof startProgram>>['server'][] = [];
  try {
    await migrate(postgres.ownerUrl);
    const settings = { DATABASE_URL: postgres.ownerUrl };
    const productSettings = { ...settings, AI_ENGINE: 'builtin' };
    const first = await startServer(join(folder, 'product'), productSettings);
    first.server.kill('SIGTERM');
    await once(first.server, 'exit');
    const startedAt = performance.now();
    const product = await startServer(join(folder, 'product'), productSettings);
    const startMs = performance.now() - startedAt;
    children.push(product.server);
    const megabytes = async () => `${((await memoryOf(product.server.pid ?? 0)) / 1e6).toFixed(0)} MB`;
    const idle = await megabytes();
    const owner = await client(product.address);
    const admin = await client(product.address, 'admin');
    const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1 });
    const started = performance.now();
    await fillDatabase(
      pool,
      { ownerId: owner.user.id, ownerEmail: owner.user.email, adminId: admin.user.id },
      sizeOf(photos),
    );
    await pool.end();
    await sumAll(postgres.ownerUrl);
    const bare = await startProgram('bench/bare-server.ts', { ...settings, PERSON: owner.user.id });
    children.push(bare.server);
    const rows: Record<string, string> = {
      'seconds to fill the database': ((performance.now() - started) / 1000).toFixed(0),
      'start, the second time': `${startMs.toFixed(0)} ms`,
      'memory without work': idle,
    };
    const show = ({ perSecond, p50, p99 }: Load) => `${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms`;
    const compare = async (what: string, path: string, barePath: string, cookie = '') => {
      const mine = await load(`${product.address}${path}`, cookie);
      const its = await load(`${bare.address}${barePath}`);
      rows[what] = `${(mine.perSecond / its.perSecond).toFixed(2)} of bare (${show(mine)})`;
    };
    await compare('health', '/api/health', '/health');
    await compare('who is signed in', '/api/user', '/person', owner.cookie());
    for (const [what, path] of Object.entries(lists)) await compare(what, path, '/list', admin.cookie());
    for (const [what, path] of Object.entries(figures)) {
      rows[what] = `${(await medianAlone(`${product.address}${path}`, admin.cookie())).toFixed(0)} ms`;
    }
    for (const devices of [1, 8, 32]) {
      const perSecond = await answersPerSecond(product.address, owner, devices, seconds);
      rows[`answers to checks, ${devices} devices at once`] = `${perSecond.toFixed(0)}/s`;
    }
    const owners = [owner];
    while (owners.length < 32) owners.push(await client(product.address, 'property', `owner-${owners.length}`));
    for (const count of [1, 8, 32]) {
      const perSecond = await answersOfOwnersPerSecond(product.address, owners.slice(0, count), seconds);
      rows[`answers to checks, ${count} owners at once`] = `${perSecond.toFixed(0)}/s`;
    }
    rows['registering a photo of 12 megapixels'] = `${(await photoMs(owner)).toFixed(0)} ms`;
    rows['memory after all this'] = await megabytes();
    return rows;
  } finally {
    for (const child of children) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await postgres.stop();
    lock.release();
    await rm(folder, { recursive: true, force: true });
  }
}
