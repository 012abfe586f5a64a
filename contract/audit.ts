import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** The kinds of entities that entries are about. */
export const auditKinds = [
  'case',
  'property',
  'run',
  'area_session',
  'inspection',
  'photo',
  'recording',
  'upload',
  'issue',
  'pip_report',
  'pip_item',
  'cost_catalogue',
  'message',
  'user',
  'invitation',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The actions in the log. Names are never changed, and unused ones stay in the list, because old entries have them. */
export const auditActions = [
  'area_session.changed',
  'area_session.completed',
  'area_session.reopened',
  'case.cancelled',
  'case.completed',
  'case.created',
  'case.expired',
  'case.linked',
  'case.onboarded',
  'case.started',
  'checklist.answered',
  'cost_catalogue.replaced',
  'inspection.approved',
  'inspection.created',
  'inspection.flagged',
  'inspection.live_update',
  'inspection.opened',
  'inspection.recalled',
  'inspection.reinspection_requested',
  'inspection.submitted',
  'inspection.unflagged',
  'issue.added',
  'issue.changed',
  'issue.detected_live',
  'issue.found_twice',
  'message.sent',
  'messages.read',
  'notifications.read',
  'photo.added',
  'photo.analysed',
  'photo.removed',
  'pip.accepted',
  'pip.approved',
  'pip.completed',
  'pip.draft',
  'pip.generated',
  'pip.in_progress',
  'pip.pending_approval',
  'pip.submitted',
  'pip.updated',
  'pip_item.approved',
  'pip_item.completed',
  'pip_item.in_progress',
  'pip_item.modified',
  'pip_item.pending',
  'pip_item.rejected',
  'property.changed',
  'property.created',
  'property.linked',
  'property.unlinked',
  'recording.added',
  'recording.not_prepared',
  'recording.prepared',
  'run.started',
  'run.submitted',
  'upload.begun',
  'upload.completed',
  'upload.dropped',
  'user.address_released',
  'user.admin_granted',
  'user.email_verified',
  'user.invited',
  'user.locked',
  'user.password_reset',
  'user.password_reset_requested',
  'user.profile_changed',
  'user.registered',
  'user.signed_in',
  'user.signed_out',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntrySchema = z.object({
  id,
  seq: z.number().int(),
  userId: id,
  /** Who did it, by full name or username; null where the account is gone. */
  actorName: z.string().nullable(),
  /** One of `auditActions`; of entries from before a change of that list also another. */
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
