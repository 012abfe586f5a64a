import { useMutation } from '@tanstack/react-query';
import {
  accountApiKeySchema,
  apiAreaNames,
  apiAreas,
  apiKeyListSchema,
  newApiKeySchema,
  type ApiKey,
  type ApiKeyInput,
  type ApiScope,
} from '#contract/api-keys.ts';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const ownPath = '/api/user/api-keys';
const allKeysPath = '/api/admin/api-keys';

export const ownApiKeysQuery = { ...apiQuery([ownPath], apiKeyListSchema), refetchOnMount: 'always' as const };
/** The keys of all accounts for an admin, newest first. */
export const apiKeyPages = () => linkedPages(allKeysPath, accountApiKeySchema);

const reload = () => invalidate(ownPath, allKeysPath, '/api/admin/audit-logs');

/** Creates an API key; only this response contains the key itself. */
export const useCreateApiKey = () =>
  useMutation({ mutationFn: (input: ApiKeyInput) => api.post(ownPath, input, newApiKeySchema), onSuccess: reload });

/** Revokes one of the person's own keys or, for an admin, any key. */
export const useRevokeApiKey = (whose: 'own' | 'anybody') =>
  useMutation({
    mutationFn: ({ id }: ApiKey) => api.delete(`${whose === 'own' ? ownPath : allKeysPath}/${id}`),
    onSuccess: (_, { name }) => toast({ title: t('API key revoked'), description: name }),
    onError: (error) => toastError(t('Error'), error),
    onSettled: reload,
  });

/** The rights of a key as text, such as 'Cases (read and write), Photos and recordings (read)'. */
export const scopesText = (scopes: readonly ApiScope[]): string =>
  apiAreaNames
    .filter((area) => scopes.some((scope) => scope.startsWith(`${area}:`)))
    .map((area) => `${apiAreas[area].label} (${scopes.includes(`${area}:write`) ? t('read and write') : t('read')})`)
    .join(', ');
