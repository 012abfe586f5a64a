import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { SaveUnsentWork } from '#web/ui/save-unsent-work.tsx';

/** Asks before a sign-out would delete what is typed, or changes that exist only on this device. */
export default function SignOutQuestion() {
  const { cancelLogout, logout, lostAtLogout: lost } = useAuth();
  const shared = {
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) cancelLogout();
    },
    danger: true,
    pending: logout.isPending,
  };
  if (lost === 'entries')
    return (
      <DiscardDialog
        {...shared}
        confirmLabel={t('Discard and Log Out')}
        cancelLabel={t('Keep editing')}
        onConfirm={() => logout.mutate({ deleteUnsent: false })}
      />
    );
  return (
    <ConfirmDialog
      {...shared}
      title={t('Delete {changes} and log out?', { changes: plural(lost, 'change') })}
      description={
        lost === 1
          ? t(
              'The server does not have it yet. Logging out deletes all your data on this device. Stay logged in until everything is sent, or save it as a ZIP that an administrator can import.',
            )
          : t(
              'The server does not have them yet. Logging out deletes all your data on this device. Stay logged in until everything is sent, or save them as a ZIP that an administrator can import.',
            )
      }
      confirmLabel={t('Delete and Log Out')}
      cancelLabel={t('Stay')}
      onConfirm={() => logout.mutate({ deleteUnsent: true })}
    >
      <SaveUnsentWork />
    </ConfirmDialog>
  );
}
