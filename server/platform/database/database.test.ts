import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const tableCount = "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'";

test('a clone of the template has every table', async () => {
  const { rows } = await database.pool.query(tableCount);
  expect(rows[0].count).toBeGreaterThan(10);
});

test('several processes can migrate an empty database at the same time', async () => {
  const { url, drop } = await createEmptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
  const opened = openDatabase(url, createLogger({ level: 'error' }));
  const applied = await opened.pool.query('SELECT hash, count(*)::int FROM drizzle.__drizzle_migrations GROUP BY hash');
  expect(applied.rows.length).toBeGreaterThan(0);
  for (const row of applied.rows) expect(row.count).toBe(1);
  await opened.close();
  await drop();
});

test('times are read as dates', async () => {
  const { rows } = await database.pool.query("SELECT '2026-11-21T10:00:00Z'::timestamptz AS at");
  expect(rows[0].at).toEqual(new Date('2026-11-21T10:00:00Z'));
});

test('a connection lost within a transaction fails that transaction, and does not crash the process', async () => {
  const opened = openDatabase(database.url, createLogger({ level: 'error' }), { connections: 1 });
  const lost = Promise.withResolvers<void>();
  opened.pool.once('connect', (client) => client.once('end', lost.resolve));
  const failed = opened.db.transaction(async (tx) => {
    const { rows } = await tx.execute('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await lost.promise;
    await tx.execute('select 1');
  });
  await expect(failed).rejects.toThrow();
  const later = await opened.db.transaction((tx) => tx.execute('select 1 as one'));
  expect(later.rows).toEqual([{ one: 1 }]);
  await opened.close();
});
