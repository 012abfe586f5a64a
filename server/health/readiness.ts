import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/types.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

export interface Parts {
  db: Database;
  storage: Storage;
  queue: Queue;
}

const settles = async (check: Promise<unknown>): Promise<boolean> =>
  (await Promise.allSettled([check]))[0].status === 'fulfilled';

/** Checks which of the parts that every request needs can be reached. */
export async function checkParts({ db, storage, queue }: Parts) {
  const [database, files, jobs] = await Promise.all([
    settles(db.execute(sql`select 1`)),
    settles(storage.check()),
    settles(queue.check()),
  ]);
  return { database, storage: files, queue: jobs };
}
