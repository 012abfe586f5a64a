import { z } from 'zod';
import { timestamp } from './common.ts';

/** The kinds of data with a retention setting. */
export const keptKinds = ['photos', 'recordings', 'notices', 'mails', 'auditClients'] as const;

/** How much a run deleted; entries from before a kind existed lack it. */
export const retentionCountsSchema = z.object({
  photos: z.number().int().default(0),
  recordings: z.number().int().default(0),
  notifications: z.number().int().default(0),
  mails: z.number().int().default(0),
  clientAddresses: z.number().int().default(0),
});

export const retentionSchema = z.object({
  /** Null means forever. */
  kept: z.array(z.object({ kind: z.enum(keptKinds), days: z.number().int().nullable() })),
  /** The last run that deleted anything. */
  lastDeletion: z.object({ at: timestamp, counts: retentionCountsSchema }).nullable(),
});
export type Retention = z.infer<typeof retentionSchema>;
