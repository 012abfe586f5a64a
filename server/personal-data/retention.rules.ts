import { keptKinds, retentionCountsSchema, type Retention } from '#contract/retention.ts';
import type { Config } from '#server/config.ts';

const day = 86_400_000;

/** Before which time what is kept so many days is deleted; null where it is kept for good. */
export const keptSince = (days: number, now: Date): Date | null =>
  days === 0 ? null : new Date(now.getTime() - days * day);

/** What an admin is shown of the settings, and of the entry that the last deletion wrote. */
export const toRetention = (
  days: Config['keptDays'],
  last: { createdAt: Date; details: unknown } | null,
): Retention => ({
  kept: keptKinds.map((kind) => ({ kind, days: days[kind] === 0 ? null : days[kind] })),
  lastDeletion: last && {
    at: last.createdAt.toISOString(),
    counts: retentionCountsSchema.parse(last.details ?? {}),
  },
});
