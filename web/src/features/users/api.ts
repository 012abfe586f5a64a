import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
  type PasswordAndCode,
} from '#contract/second-factor.ts';
import { profileSchema, sessionListSchema, type ChangePasswordInput, type ProfileInput } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { userKey } from '#web/lib/auth.tsx';
import { setCsrfToken } from '#web/lib/csrf.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** Saves the profile. Everything is reloaded, because a changed role changes what the person may see. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ProfileInput) => api.put('/api/user/profile', input, profileSchema),
    onSuccess: async (_, input) => {
      toast({ title: t('Profile updated') });
      await client.invalidateQueries({ queryKey: userKey });
      if (input.role) await invalidate('/api');
    },
    onError: (error) => toastError(t('Error'), error),
  });
}

const sessionsPath = '/api/user/sessions';
/** The person's sign-in sessions. No event reports a sign-in elsewhere, so they are reloaded at each visit. */
export const sessionsQuery = { ...apiQuery([sessionsPath], sessionListSchema), refetchOnMount: 'always' as const };

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: ChangePasswordInput) => api.post('/api/user/password', input),
    onSuccess: () => {
      // The session now has another id, and with it another CSRF token.
      setCsrfToken(null);
      return invalidate(sessionsPath, '/api/user/api-keys');
    },
  });

/** Ends one of the person's sessions or, with null, all but the current one. */
export const useEndSessions = () =>
  useMutation({
    mutationFn: (id: string | null) => api.delete(id === null ? sessionsPath : `${sessionsPath}/${id}`),
    onSuccess: (_, id) => toast({ title: id === null ? t('All other sessions ended') : t('Session ended') }),
    onError: (error) => toastError(t('Error'), error),
    onSettled: () => invalidate(sessionsPath),
  });

/** The response is the same for known and unknown addresses. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => api.post('/api/password/forgot', { email }) });

export const useResetPassword = () =>
  useMutation({ mutationFn: (input: { token: string; password: string }) => api.post('/api/password/reset', input) });

/** Confirms the e-mail address with the token from the e-mail. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/api/email/verify', { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: userKey }),
  });
}

const secondFactorPath = '/api/user/second-factor';
export const secondFactorQuery = apiQuery([secondFactorPath], secondFactorSchema);

/** Starts to set up an authenticator app; requires the current password. */
export const usePrepareApp = () =>
  useMutation({
    mutationFn: (currentPassword: string) =>
      api.post(`${secondFactorPath}/setup`, { currentPassword }, secondFactorSetupSchema),
  });

/** Turns the app on with its first code; the response contains the recovery codes, which are never shown again. */
export const useTurnAppOn = () =>
  useMutation({
    mutationFn: (code: string) => api.post(secondFactorPath, { code }, recoveryCodesSchema),
    onSuccess: () => {
      // The session now has another id, and with it another CSRF token.
      setCsrfToken(null);
      return invalidate(secondFactorPath, sessionsPath);
    },
  });

export function useTurnAppOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordAndCode) => api.post(`${secondFactorPath}/turn-off`, input),
    onSuccess: async () => {
      toast({ title: t('Authenticator app turned off') });
      await invalidate(secondFactorPath);
      // If admins must have a second factor, the page now has to ask for a new one before anything else.
      await client.invalidateQueries({ queryKey: userKey });
    },
  });
}

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (input: PasswordAndCode) => api.post(`${secondFactorPath}/recovery-codes`, input, recoveryCodesSchema),
    onSuccess: () => invalidate(secondFactorPath),
  });

/** Confirms the person's identity by password; for ten minutes it is not asked for again. */
export const useProof = () =>
  useMutation({ mutationFn: (currentPassword: string) => api.post('/api/user/proof', { currentPassword }) });
