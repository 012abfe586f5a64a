import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invitationSchema, profileSchema, type ProfileInput } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { userKey } from '#web/lib/auth.tsx';
import { invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** Saves the profile. A change of role changes what may be seen, so everything is read again. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ProfileInput) => api.put('/api/user/profile', input, profileSchema),
    onSuccess: async (_, input) => {
      toast({ title: 'Profile updated' });
      await client.invalidateQueries({ queryKey: userKey });
      if (input.role) await invalidate('/api');
    },
    onError: (error) => toastError('Error', error),
  });
}

/** Always succeeds, whether the address is known or not. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => api.post('/api/password/forgot', { email }) });

export const useResetPassword = () =>
  useMutation({ mutationFn: (input: { token: string; password: string }) => api.post('/api/password/reset', input) });

/** Confirms the caller's e-mail address by the token of the e-mail. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/api/email/verify', { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey }),
  });
}

/** Sends an e-mail with a link to sign up as an administrator; 409 when the address has an account. */
export const useInvite = () =>
  useMutation({
    mutationFn: (email: string) => api.post('/api/admin/invitations', { email }, invitationSchema),
    onSuccess: () => invalidate('/api/admin/outbox', '/api/admin/audit-logs'),
  });
