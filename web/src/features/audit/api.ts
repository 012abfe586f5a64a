import { useMutation } from '@tanstack/react-query';
import { auditEntrySchema, auditVerdictSchema } from '#contract/audit.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';

export interface AuditFilter {
  entityType?: string;
  entityId?: string;
}

/** The audit log, newest first. */
export const auditPages = ({ entityType, entityId }: AuditFilter) =>
  linkedPages('/api/admin/audit-logs', auditEntrySchema, { entityType, entityId });

/** Verifies the complete hash chain on the server. */
export const useVerifyAudit = () =>
  useMutation({ mutationFn: () => api.get('/api/admin/audit-logs/verify', auditVerdictSchema) });
