import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { passkeyAddedSchema, passkeyListSchema, passkeySchema } from '#contract/passkeys.ts';
import { makePasskey, passkeyFault, signWithPasskey } from '#web/features/users/passkeys.ts';
import { api } from '#web/lib/api.ts';
import { userKey } from '#web/lib/auth.tsx';
import { setCsrfToken } from '#web/lib/csrf.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const path = '/api/user/passkeys';
export const passkeysQuery = apiQuery([path], passkeyListSchema);
const factorPaths = [path, '/api/user/second-factor', '/api/user/sessions'] as const;

const report = (error: Error) => {
  const fault = passkeyFault(error);
  if (fault) toastError(t('Error'), fault);
};

/** Asks the browser to create a passkey and registers it. Recovery codes come with an account's first second factor. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const credential = await makePasskey();
      return api.post(path, { credential, ...(name ? { name } : {}) }, passkeyAddedSchema);
    },
    onSuccess: ({ recoveryCodes }) => {
      // The session now has another id, and with it another CSRF token.
      if (recoveryCodes) setCsrfToken(null);
      return invalidate(...factorPaths);
    },
    onError: report,
  });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.patch(`${path}/${id}`, { name }, passkeySchema),
    onSuccess: () => invalidate(path),
    onError: (error) => toastError(t('Error'), error),
  });

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${path}/${id}`),
    onSuccess: () => {
      toast({ title: t('Passkey removed') });
      return client.invalidateQueries({ queryKey: userKey });
    },
    onError: (error) => toastError(t('Error'), error),
    onSettled: () => invalidate(...factorPaths),
  });
}

/** Confirms the person's identity with a passkey; for ten minutes it is not asked for again. */
export const usePasskeyProof = () =>
  useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey('/api/user/proof/passkey/options');
      await api.post('/api/user/proof/passkey', { credential });
    },
    onError: report,
  });
