import { useMutation } from '@tanstack/react-query';
import { accountSchema, type Account, type AccountGroup } from '#contract/accounts.ts';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { fullName } from '#web/lib/names.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const path = '/api/admin/users';

/** All accounts for an admin, newest first. */
export const accountPages = (filter: { q?: string; group?: AccountGroup }) => linkedPages(path, accountSchema, filter);

export const accountActions = ['disable', 'enable', 'withdraw-admin', 'erase', 'end-sessions', 'remove-app'] as const;
export type AccountAction = (typeof accountActions)[number];

const done: Record<AccountAction, string> = {
  disable: t('Account disabled'),
  enable: t('Account enabled'),
  'withdraw-admin': t('Admin right withdrawn'),
  erase: t('The person is being erased'),
  'end-sessions': t('Signed out everywhere'),
  'remove-app': t('Second factor removed'),
};

/** Performs an admin's action on another person's account. */
export const useAccountAction = () =>
  useMutation({
    mutationFn: async ({ account, action }: { account: Account; action: AccountAction }) => {
      const address = `${path}/${account.id}`;
      if (action === 'end-sessions') await api.delete(`${address}/sessions`);
      else if (action === 'remove-app') await api.delete(`${address}/second-factor`);
      else await api.post(`${address}/${action}`);
    },
    onSuccess: (_, { account, action }) => toast({ title: done[action], description: fullName(account) }),
    onError: (error) => toastError(t('Error'), error),
    // Reloaded after a refusal as well, because another admin may have changed the account.
    onSettled: () => invalidate(path, '/api/admin/outbox', '/api/admin/audit-logs'),
  });
