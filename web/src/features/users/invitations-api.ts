import { useMutation } from '@tanstack/react-query';
import { invitationSchema, openInvitationListSchema, type OpenInvitation } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';

const invitationsPath = '/api/admin/invitations';
/** Sends an invitation to create an admin account; the server answers 409 if the address has an account. */
export const useInvite = () =>
  useMutation({
    mutationFn: (email: string) => api.post(invitationsPath, { email }, invitationSchema),
    onSuccess: () => invalidate(invitationsPath, '/api/admin/outbox', '/api/admin/audit-logs'),
  });

/** The invitations that can still be used. */
export const invitationsQuery = {
  ...apiQuery([invitationsPath], openInvitationListSchema),
  refetchOnMount: 'always' as const,
};

export const useRevokeInvitation = () =>
  useMutation({
    mutationFn: ({ id }: OpenInvitation) => api.delete(`${invitationsPath}/${id}`),
    // Reloaded after a refusal as well, because it may have been used meanwhile.
    onSettled: () => invalidate(invitationsPath, '/api/admin/audit-logs'),
  });
