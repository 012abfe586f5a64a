import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { accountGroups, type Account } from '#contract/accounts.ts';
import { accountPages, useAccountAction, type AccountAction } from '#web/features/users/accounts-api.ts';
import { UserList } from '#web/features/users/components/user-list.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useUser } from '#web/lib/auth.tsx';
import { fullName } from '#web/lib/names.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const ImportWorkDialog = lazy(() => import('#web/features/users/components/import-work-dialog.tsx'));

const filters = [
  { value: 'all', label: 'All' },
  { value: 'admins', label: 'Admins' },
  { value: 'disabled', label: 'Disabled' },
] as const;

interface Question {
  title: string;
  description: string;
  confirm: string;
  danger: boolean;
}

/** The question to confirm before an action on an account. */
function questionOf({ account, action }: { account: Account; action: AccountAction }, evaluation: boolean): Question {
  const name = fullName(account);
  switch (action) {
    case 'disable':
      return {
        title: `Disable ${name}?`,
        description:
          'All their devices are signed out at once, and nobody can sign in to the account until you enable it again. Their inspections and photos stay.',
        confirm: 'Disable',
        danger: true,
      };
    case 'enable':
      return {
        title: `Enable ${name}?`,
        description: 'They can sign in with their password again.',
        confirm: 'Enable',
        danger: false,
      };
    case 'erase':
      return {
        title: `Erase ${name}?`,
        description:
          'They can never sign in again, and their name and address are taken out of everything. Inspections, photos and plans stay and name nobody. This cannot be undone.',
        confirm: 'Erase',
        danger: true,
      };
    case 'withdraw-admin':
      return {
        title: `Withdraw the admin right of ${name}?`,
        description: evaluation
          ? 'They are signed out and become a property owner. In evaluation mode everybody can switch to the admin view again.'
          : 'They are signed out and become a property owner. Only the command admin:create on the server makes them an admin again.',
        confirm: 'Withdraw',
        danger: true,
      };
    case 'remove-app':
      return {
        title: `Remove the second factor of ${name}?`,
        description: 'Confirm who is asking first. They are signed out and can sign in with the password alone.',
        confirm: 'Remove',
        danger: true,
      };
    case 'end-sessions':
      return {
        title: `Sign ${name} out everywhere?`,
        description: 'Photos that a device has not sent yet wait there until they sign in again.',
        confirm: 'Sign Out',
        danger: true,
      };
  }
}

interface UsersPanelProps {
  group: string | undefined;
  q: string | undefined;
  onFilter: (change: { status?: string; q?: string }) => void;
}

/** The Users tab: all accounts, and an admin's actions on those of others. */
export default function UsersPanel({ group, q, onFilter }: UsersPanelProps) {
  const user = useUser();
  const evaluation = useAppConfig()?.mode === 'evaluation';
  const wide = useMedia('(min-width: 900px)');
  const chosen = accountGroups.find((value) => value === group);
  const list = useInfiniteQuery({
    ...accountPages({ q, group: chosen }),
    placeholderData: keepPreviousData,
    // No event reports other people's sign-ins, so they are reloaded at each visit.
    refetchOnMount: 'always',
  });
  const accounts = list.data?.pages.flatMap((page) => page.rows);
  const act = useAccountAction();
  const [asked, setAsked] = useState<{ account: Account; action: AccountAction } | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (account: Account, action: AccountAction) => {
    setAsked({ account, action });
    const next = questionOf({ account, action }, evaluation);
    const mailNote = account.emailConfirmed ? ' We tell them by e-mail.' : '';
    setQuestion({ ...next, description: next.description + mailNote });
  };
  const [importing, setImporting] = useState<Account | null>(null);
  const filtered = q !== undefined || chosen !== undefined;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Users</h2>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center">
        <SearchInput
          label="Search users"
          placeholder="Name, username or e-mail..."
          value={q ?? ''}
          onSearch={(text) => onFilter({ q: text || undefined })}
          className="lg:w-[340px]"
        />
        <FilterRow
          label="Kind of users"
          value={chosen ?? 'all'}
          choices={filters}
          onChange={(value) => onFilter({ status: value === 'all' ? undefined : value })}
        />
      </div>
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        {accounts ? (
          accounts.length > 0 ? (
            <>
              <UserList wide={wide} accounts={accounts} ownId={user.id} onAsk={ask} onImport={setImporting} />
              <LoadMore list={list} />
            </>
          ) : (
            <EmptyState
              icon={Users}
              title="No users found"
              actions={
                filtered && (
                  <Button variant="secondary" onClick={() => onFilter({ q: undefined, status: undefined })}>
                    Clear filters
                  </Button>
                )
              }
            />
          )
        ) : list.error ? (
          <ErrorState title="Failed to fetch users" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={6} label="Loading users" />
        )}
      </Card>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={question?.title}
        description={question?.description}
        confirmLabel={question?.confirm ?? ''}
        danger={question?.danger}
        pending={act.isPending}
        onConfirm={() => asked && act.mutate(asked, { onSettled: () => setAsked(null) })}
      />
      {importing && (
        <Suspense>
          <ImportWorkDialog account={importing} onClose={() => setImporting(null)} />
        </Suspense>
      )}
    </div>
  );
}
