import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/**
 * Runs calls that all read before any of them commits: a row that they have to lock stays locked until each call waits for it,
 * or for a call before it. A call starts once the one before it waits or has answered. `lock` selects that row `for update`.
 */
export async function atOnce<T>(database: TestDatabase, lock: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  const client = await database.pool.connect();
  const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await client.query('begin');
    await client.query(lock);
    let answered = 0;
    const answers: Promise<T>[] = [];
    for (const call of calls) {
      answers.push(call().finally(() => (answered += 1)));
      await expect
        .poll(async () => answered + (await database.pool.query(waiting)).rows[0].n, { timeout: 20_000 })
        .toBe(answers.length);
    }
    await client.query('commit');
    return await Promise.all(answers);
  } finally {
    client.release();
  }
}
