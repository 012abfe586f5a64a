import { z } from 'zod';
import { timestamp } from './common.ts';

/** What a setting says how long to keep. */
export const keptKinds = ['photos', 'recordings', 'notices', 'mails', 'auditClients'] as const;

/** How much a run deleted; entries from before there was one of them lack it. */
export const retentionCountsSchema = z.object({
  photos: z.number().int().default(0),
  recordings: z.number().int().default(0),
  notifications: z.number().int().default(0),
  mails: z.number().int().default(0),
  clientAddresses: z.number().int().default(0),
});

export const retentionSchema = z.object({
  /** Null means for good. */
  kept: z.array(z.object({ kind: z.enum(keptKinds), days: z.number().int().nullable() })),
  /** The last run that deleted anything. */
  lastDeletion: z.object({ at: timestamp, counts: retentionCountsSchema }).nullable(),
});
export type Retention = z.infer<typeof retentionSchema>;
