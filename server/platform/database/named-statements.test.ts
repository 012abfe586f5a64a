import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { createStatementNames } from './named-statements.ts';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, createLogger({ level: 'error' }), { connections: 1 });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

describe('statements', () => {
  it('that read and are sent often are planned once per connection, and give the same results', async () => {
    const prepared = async () =>
      (await opened.pool.query("select statement from pg_prepared_statements where statement like '%as doubled%'"))
        .rows;
    const double = async (n: number) => (await opened.db.execute(sql`select ${n}::int * 2 as doubled`)).rows;
    for (let n = 0; n < 9; n += 1) expect(await double(n)).toEqual([{ doubled: 2 * n }]);
    expect(await prepared()).toEqual([]);
    for (let n = 0; n < 9; n += 1) expect(await double(n)).toEqual([{ doubled: 2 * n }]);
    expect(await prepared()).toEqual([{ statement: 'select $1::int * 2 as doubled' }]);
    const inTransaction = await opened.db.transaction(
      async (tx) => (await tx.execute(sql`select ${4}::int * 2 as doubled`)).rows,
    );
    expect(inTransaction).toEqual([{ doubled: 8 }]);
  });

  it('that write, are rare, or exceed the limit have no name', () => {
    const nameOf = createStatementNames();
    const often = (text: string) => Array.from({ length: 10 }, () => nameOf(text)).at(-1);
    expect(often('insert into a values ($1)')).toBeUndefined();
    const names = Array.from({ length: 150 }, (_, n) => often(`select ${n}`));
    expect(new Set(names).size).toBe(150);
    expect(names.every((name) => name && name.length < 63)).toBe(true);
    expect(often('select 150')).toBeUndefined();
    expect(nameOf('select 7')).toBe(names[7]);
  });
});
