import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/**
 * Runs calls that all read before any of them writes: a row that each of them has to lock stays locked until every call
 * waits for it. `lock` selects that row `for update`.
 */
export async function atOnce<T>(database: TestDatabase, lock: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    const answers = Promise.all(calls.map((call) => call()));
    const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await database.pool.query(waiting)).rows[0].n, { timeout: 20_000 })
      .toBe(calls.length);
    await client.query('commit');
    return await answers;
  } finally {
    client.release();
  }
}
