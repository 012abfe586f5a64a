import { eq } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { appState } from '#server/schema/sample.tables.ts';

const key = 'sample_data';

/** How far the load has come; undefined on an installation that never had sample data. */
export const findProgress = async (db: Executor): Promise<unknown> =>
  (await db.select().from(appState).where(eq(appState.key, key)))[0]?.value;

export async function saveProgress(
  tx: Executor,
  value: { state: string; percent: number; placed: readonly string[] },
): Promise<void> {
  const row = { key, value, updatedAt: new Date() };
  await tx.insert(appState).values(row).onConflictDoUpdate({ target: appState.key, set: row });
}
