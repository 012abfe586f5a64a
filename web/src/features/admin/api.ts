import { useMutation } from '@tanstack/react-query';
import { auditEntrySchema, auditVerdictSchema } from '#contract/audit.ts';
import { outboxListSchema, outboxMailSchema } from '#contract/outbox.ts';
import { invitationSchema } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';

/** E-mails that were written to the outbox instead of being sent, newest first. */
export const outboxQuery = apiQuery(['/api/admin/outbox'], outboxListSchema);
export const outboxMailQuery = (id: string) => apiQuery(['/api/admin/outbox', id], outboxMailSchema);

/** Sends an e-mail with a link to sign up as an administrator; 409 when the address has an account. */
export const useInvite = () =>
  useMutation({
    mutationFn: (email: string) => api.post('/api/admin/invitations', { email }, invitationSchema),
    onSuccess: () => invalidate('/api/admin/outbox', '/api/admin/audit-logs'),
  });

export interface AuditFilter {
  entityType?: string;
  entityId?: string;
}

/** Entries of the audit log, newest first. */
export const auditPages = ({ entityType, entityId }: AuditFilter) =>
  linkedPages('/api/admin/audit-logs', auditEntrySchema, { entityType, entityId });

/** Walks the whole chain of hashes on the server. */
export const useVerifyAudit = () =>
  useMutation({ mutationFn: () => api.get('/api/admin/audit-logs/verify', auditVerdictSchema) });
