import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { builtOnce } from './built-once.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ work: false });
});
afterAll(() => app.close());

it('a statement is built once for the pool and once for each connection, and sees the rows of its transaction', async () => {
  let built = 0;
  const statement = builtOnce((db) => {
    built += 1;
    return db
      .select({ n: sql<number>`count(*)::int` })
      .from(sql`users`)
      .where(sql`username = ${sql.placeholder('name')}`)
      .prepare('');
  });
  const { db, pool } = app.database;
  const countIn = (executor: Parameters<typeof statement>[0]) => statement(executor).execute({ name: 'in-change' });
  expect(await countIn(db)).toEqual([{ n: 0 }]);
  for (let turn = 0; turn < 3; turn += 1) {
    await db
      .transaction(async (tx) => {
        await tx.execute(
          sql`insert into users (username, email, password) values ('in-change', 'in@change.example', 'x')`,
        );
        expect(await countIn(tx)).toEqual([{ n: 1 }]);
        tx.rollback();
      })
      .catch(() => undefined);
  }
  expect(await countIn(db)).toEqual([{ n: 0 }]);
  expect(built).toBeLessThanOrEqual(1 + pool.totalCount);
});
