import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { passkeysQuery, useRemovePasskey } from '#web/features/users/passkeys-api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const PasskeyDialog = lazy(() => import('#web/features/users/components/passkey-dialogs.tsx'));

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const { name, lastUsedAt, createdAt, synced } = passkey;
  const facts = [
    lastUsedAt ? t('Last used {lastUsedAt}', { lastUsedAt: formatAgo(lastUsedAt) }) : t('Not used yet'),
    t('added {createdAt}', { createdAt: formatDate(createdAt) }),
    synced ? t('on several devices') : t('on one device'),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-[18px] py-3">
      <div className="min-w-0 flex-1 basis-48">
        <div className="font-strong wrap-anywhere">{name}</div>
        <p className="text-small text-ink-2">{facts.join(' · ')}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" aria-label={t('Rename {name}', { name })} onClick={onRename}>
          {t('Rename')}
        </Button>
        <Button variant="secondary" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  );
}

/** The person's passkeys, to add, rename and remove them. */
export function PasskeysCard() {
  const { data: rows, error, refetch } = useQuery({ ...passkeysQuery, refetchOnMount: 'always' });
  const remove = useRemovePasskey();
  /** The passkey to rename, or 'new' to add one. */
  const [opened, setOpened] = useState<Passkey | 'new' | null>(null);
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null);
  const usable = canUsePasskeys();
  return (
    <Card aria-label={t('Passkeys')}>
      <CardHeader
        title={t('Passkeys')}
        note={
          usable
            ? t('Sign in with a fingerprint, a face or a PIN in place of the password')
            : t('This browser cannot use passkeys at this address of the server')
        }
        action={
          usable &&
          rows && (
            <Button variant="secondary" onClick={() => setOpened('new')}>
              {t('Add Passkey')}
            </Button>
          )
        }
      />
      {error && !rows && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Skeleton className="mx-[18px] mb-[18px] h-12" />}
      <ul>
        {rows?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpened(passkey)}
            onRemove={() => setPasskeyToRemove(passkey)}
          />
        ))}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <PasskeyDialog passkey={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={passkeyToRemove !== null}
        onOpenChange={(open) => !open && setPasskeyToRemove(null)}
        title={t('Remove the passkey {name}?', { name: passkeyToRemove?.name ?? '' })}
        description={t(
          'You can no longer sign in with it. Without another passkey or an authenticator app, your password alone is enough to sign in.',
        )}
        confirmLabel={t('Remove')}
        danger
        pending={remove.isPending}
        onConfirm={() =>
          passkeyToRemove && remove.mutate(passkeyToRemove.id, { onSettled: () => setPasskeyToRemove(null) })
        }
      />
    </Card>
  );
}
