import { z } from 'zod';
import { id, timestamp } from './common.ts';

export const auditEntrySchema = z.object({
  id,
  seq: z.number().int(),
  userId: id,
  /** Who did it, by full name or username; null where the account is gone. */
  actorName: z.string().nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  details: z.unknown(),
  createdAt: timestamp,
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const auditListSchema = z.array(auditEntrySchema);
export const auditQuery = z.object({
  entityType: z.string().max(100).optional(),
  entityId: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export const auditVerdictSchema = z.object({
  ok: z.boolean(),
  entries: z.number().int(),
  /** Sequence number of the first entry that does not fit. */
  brokenAt: z.number().int().nullable(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
