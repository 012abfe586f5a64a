import { useQuery } from '@tanstack/react-query';
import { invitationsQuery, useRevokeInvitation } from '#web/features/users/invitations-api.ts';
import { formatDate } from '#web/lib/format.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The invitations that can still be used, each to revoke. Nothing where there are none. */
export function OpenInvitations() {
  const list = useQuery(invitationsQuery);
  const revoke = useRevokeInvitation();
  if (list.error && !list.data)
    return <ErrorState title="Failed to fetch invitations" error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data?.length) return null;
  return (
    <section aria-labelledby="open-invitations" className="mt-6">
      <h3 id="open-invitations" className="font-strong">
        Open invitations
      </h3>
      <ul>
        {list.data.map((invitation) => (
          <li
            key={invitation.id}
            className="flex items-start justify-between gap-4 border-b border-line py-3 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">{invitation.email}</p>
              <p className="text-small wrap-anywhere text-ink-2">
                {invitation.invitedBy} · expires {formatDate(invitation.expiresAt)}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={`Revoke the invitation of ${invitation.email}`}
              pending={revoke.isPending && revoke.variables.id === invitation.id}
              onClick={() =>
                revoke.mutate(invitation, {
                  onSuccess: () => toast({ title: 'Invitation revoked', description: invitation.email }),
                  onError: (error) => toastError('Error', error),
                })
              }
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
