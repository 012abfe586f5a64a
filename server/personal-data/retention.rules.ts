import { keptKinds, retentionCountsSchema, type Retention } from '#contract/retention.ts';
import type { Config } from '#server/config.ts';

const day = 86_400_000;

/** The time before which data with this retention period is deleted; null for data that is kept forever. */
export const retentionCutoff = (days: number, now: Date): Date | null =>
  days === 0 ? null : new Date(now.getTime() - days * day);

/** What admins see: the settings, and the audit entry of the last deletion. */
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
