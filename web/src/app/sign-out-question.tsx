import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SaveUnsentWork } from '#web/ui/save-unsent-work.tsx';

/** Asks before a sign-out would delete changes that exist only on this device. */
export default function SignOutQuestion() {
  const { cancelLogout, logout, unsentAtLogout } = useAuth();
  const changes = plural(unsentAtLogout, 'change');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) cancelLogout();
      }}
      title={t('Delete {changes} and log out?', { changes })}
      description={
        unsentAtLogout === 1
          ? t(
              'The server does not have it yet. Logging out deletes all your data on this device. Stay logged in until everything is sent, or save it as a ZIP that an administrator can import.',
            )
          : t(
              'The server does not have them yet. Logging out deletes all your data on this device. Stay logged in until everything is sent, or save them as a ZIP that an administrator can import.',
            )
      }
      confirmLabel={t('Delete and Log Out')}
      cancelLabel={t('Stay')}
      danger
      pending={logout.isPending}
      onConfirm={() => logout.mutate({ deleteUnsent: true })}
    >
      <SaveUnsentWork />
    </ConfirmDialog>
  );
}
