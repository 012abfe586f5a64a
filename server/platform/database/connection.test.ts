import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTable, openConnection, withConnection } from '#server/platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection states its purpose, and is closed after the work, even if that fails', async () => {
  const names = async () =>
    (
      await database.pool.query(
        'select application_name as name from pg_stat_activity where datname = current_database()',
      )
    ).rows.map(({ name }) => name);
  await withConnection(database.url, 'test', async (client) => {
    expect([await hasTable(client, 'public.users'), await hasTable(client, 'public.guests')]).toEqual([true, false]);
    expect(await names()).toContain('innspect test');
  });
  const failed = withConnection(database.url, 'test', () => Promise.reject(new Error('no luck')));
  await expect(failed).rejects.toThrow('no luck');
  await expect.poll(names).not.toContain('innspect test');
});

test('a connection lost while idle fails on the next query, and does not crash the process', async () => {
  const client = await openConnection(database.url, 'test');
  const lost = Promise.withResolvers<void>();
  client.on('end', lost.resolve);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'innspect test' and datname = current_database()",
  );
  await lost.promise;
  await expect(client.query('select 1')).rejects.toThrow();
});
