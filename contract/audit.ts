import { z } from 'zod';
import { id, timestamp } from './common.ts';

export const auditEntrySchema = z.object({
  id,
  seq: z.number().int(),
  userId: id,
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  details: z.unknown(),
  createdAt: timestamp,
  hash: z.string(),
});
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
  brokenAt: z.number().int().nullable(),
});
