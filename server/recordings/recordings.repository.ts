import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { recordings, type RecordingRow } from './recordings.tables.ts';

export const byId = async (db: Executor, id: string): Promise<RecordingRow | null> =>
  (await db.select().from(recordings).where(eq(recordings.id, id)))[0] ?? null;

/** In the order of the inspection's timeline. */
export const ofInspection = (db: Executor, inspectionId: string): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(eq(recordings.inspectionId, inspectionId))
    .orderBy(asc(recordings.startedAt), asc(recordings.createdAt), asc(recordings.id));
