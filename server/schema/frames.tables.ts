import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { Track } from '#contract/vision/tracks.ts';
import { updatedAt } from './columns.ts';
import { inspections } from './inspections.tables.ts';

/** The defects that the frames of a recording have shown, and times by the server's clock, in ms, by the track's id. */
export interface KeptTracks {
  tracks: Track[];
  seenAt: Record<string, number>;
  confirmedAt: Record<string, number>;
}

/**
 * What the latest frames of an inspection have shown, for all processes that analyze them. A recording that goes on after a
 * day starts from its findings, so the table is unlogged: it writes no database log, and is empty after a crash.
 */
export const frameTracks = pgTable('frame_tracks', {
  inspectionId: uuid('inspection_id')
    .primaryKey()
    .references(() => inspections.id, { onDelete: 'cascade' }),
  /** Null until the first frame is analyzed. */
  kept: jsonb('kept').$type<KeptTracks>(),
  updatedAt: updatedAt(),
});
