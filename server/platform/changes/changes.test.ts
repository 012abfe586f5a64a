import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServerEvent } from '#contract/events.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { insertApplied } from './changes.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ work: false });
});
afterAll(() => app.close());

const kind = { name: 'case-mail', payload: z.object({ caseId: z.uuid(), what: z.literal('created') }) };
const count = async (table: string) =>
  Number((await app.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

/** A change that does everything a change can do, and then calls `then`. */
function change(id: string, then: () => void = () => undefined) {
  return app.system.services.changes.run(id, async (each) => {
    await each.tx.execute(sql`insert into users (id, username, email, password) values (${id}, ${id}, ${id}, 'x')`);
    each.audit('user.registered', 'user', id);
    await each.enqueue(kind, { caseId: id, what: 'created' });
    each.writeLast(insertApplied({ userId: id, id, contentHash: 'x' }));
    each.push({ type: 'case_changed', payload: { caseId: id, status: 'pending' } }, { users: [id] });
    then();
    return 'done';
  });
}
const about = (id: string) => (event: ServerEvent) => event.type === 'case_changed' && event.payload.caseId === id;

describe('a change', () => {
  it('writes its rows, audit entry, job, event and last writes together', async () => {
    const id = randomUUID();
    const before = {
      users: await count('users'),
      audit: await count('audit_logs'),
      jobs: await count('pgboss.job'),
      last: await count('taken_changes'),
    };
    const received = app.events.waitFor(about(id), 10_000);
    expect(await change(id)).toBe('done');
    expect(await received).toBe(true);
    expect({
      users: await count('users'),
      audit: await count('audit_logs'),
      jobs: await count('pgboss.job'),
      last: await count('taken_changes'),
    }).toEqual({
      users: before.users + 1,
      audit: before.audit + 1,
      jobs: before.jobs + 1,
      last: before.last + 1,
    });
  });

  it('rolls back rows, audit entry, job, event and last writes', async () => {
    const [failed, next] = [randomUUID(), randomUUID()];
    const before = {
      users: await count('users'),
      audit: await count('audit_logs'),
      jobs: await count('pgboss.job'),
      last: await count('taken_changes'),
    };
    const seen: string[] = [];
    const stop = app.events.subscribe(({ event }) => {
      if (event.type === 'case_changed') seen.push(event.payload.caseId);
    });
    const fails = change(failed, () => {
      throw new Error('after all was written');
    });
    await expect(fails).rejects.toThrow('after all was written');
    expect({
      users: await count('users'),
      audit: await count('audit_logs'),
      jobs: await count('pgboss.job'),
      last: await count('taken_changes'),
    }).toEqual(before);
    const received = app.events.waitFor(about(next), 10_000);
    await change(next);
    await received;
    expect(seen).toEqual([next]);
    stop();
  });
});
