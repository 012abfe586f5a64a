import { plural } from '#contract/texts.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SaveUnsentWork } from '#web/ui/save-unsent-work.tsx';

/** Asks before a sign-out that would delete changes which this device alone has. */
export function SignOutQuestion() {
  const { cancelLogout, logout, unsentAtLogout } = useAuth();
  const changes = plural(unsentAtLogout, 'change');
  return (
    <ConfirmDialog
      open={unsentAtLogout > 0}
      onOpenChange={(open) => {
        if (!open) cancelLogout();
      }}
      title={`Delete ${changes} and log out?`}
      description={`The server does not have ${unsentAtLogout === 1 ? 'it' : 'them'} yet, and logging out deletes all that this device keeps of you. Stay logged in until everything is sent, or save ${unsentAtLogout === 1 ? 'it' : 'them'} as a ZIP, which an administrator can import.`}
      confirmLabel="Delete and Log Out"
      cancelLabel="Stay"
      danger
      pending={logout.isPending}
      onConfirm={() => logout.mutate({ deleteUnsent: true })}
    >
      {unsentAtLogout > 0 && <SaveUnsentWork />}
    </ConfirmDialog>
  );
}
