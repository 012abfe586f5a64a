import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '#contract/users.ts';
import { sessionsQuery, useEndSessions } from '#web/features/users/api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const nameOf = (session: Session): string => session.client ?? 'Unknown device';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const used = session.current ? 'This device' : `Last used ${formatAgo(session.lastUsedAt)}`;
  const facts = [used, session.network, `signed in ${formatDate(session.createdAt)}`];
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="font-strong wrap-anywhere">{nameOf(session)}</div>
        <p className="text-small wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!session.current && (
        <Button variant="secondary" aria-label={`End ${nameOf(session)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}

/** Where the person is signed in; each other place can be signed out from here. */
export function SignedInDevices() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSessions();
  /** The session to end, or all others, once the person has confirmed. */
  const [asked, setAsked] = useState<Session | 'others' | null>(null);
  const rows = data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = rows?.filter(({ current }) => !current) ?? [];
  const all = asked === 'others';
  return (
    <Card aria-label="Signed-in devices">
      <CardHeader
        title="Signed-in devices"
        note={rows && others.length === 0 ? 'Only this device is signed in' : undefined}
        action={
          others.length > 0 && (
            <Button variant="secondary" onClick={() => setAsked('others')}>
              End all others
            </Button>
          )
        }
      />
      {error && !rows && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Skeleton className="mx-[18px] mb-[18px] h-12" />}
      <ul>
        {rows?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={all ? 'End all other sessions?' : 'End this session?'}
        description={
          all
            ? 'All other devices are signed out. Photos that they have not sent yet wait there until you sign in again.'
            : `${asked ? nameOf(asked) : ''} is signed out. Photos that it has not sent yet wait there until you sign in again.`
        }
        confirmLabel={all ? 'End all others' : 'End'}
        danger
        pending={end.isPending}
        onConfirm={() =>
          end.mutate(asked === 'others' || !asked ? null : asked.id, { onSettled: () => setAsked(null) })
        }
      />
    </Card>
  );
}
