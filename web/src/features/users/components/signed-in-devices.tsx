import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverText, t } from '#contract/language.ts';
import type { Session } from '#contract/users.ts';
import { sessionsQuery, useEndSessions } from '#web/features/users/api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const nameOf = (session: Session): string => (session.client ? serverText(session.client) : t('Unknown device'));

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const used = session.current
    ? t('This device')
    : t('Last used {lastUsedAt}', { lastUsedAt: formatAgo(session.lastUsedAt) });
  const facts = [used, session.network, t('signed in {createdAt}', { createdAt: formatDate(session.createdAt) })];
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="font-strong wrap-anywhere">{nameOf(session)}</div>
        <p className="text-small wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!session.current && (
        <Button variant="secondary" aria-label={t('End {device}', { device: nameOf(session) })} onClick={onEnd}>
          {t('End')}
        </Button>
      )}
    </li>
  );
}

/** The devices on which the person is signed in; each other one can be signed out here. */
export function SignedInDevices() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSessions();
  /** The session to end, or 'others' for all but the current one, while the person is asked to confirm. */
  const [sessionToEnd, setSessionToEnd] = useState<Session | 'others' | null>(null);
  const rows = data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = rows?.filter(({ current }) => !current) ?? [];
  const all = sessionToEnd === 'others';
  return (
    <Card aria-label={t('Signed-in devices')}>
      <CardHeader
        title={t('Signed-in devices')}
        note={rows && others.length === 0 ? t('Only this device is signed in') : undefined}
        action={
          others.length > 0 && (
            <Button variant="secondary" onClick={() => setSessionToEnd('others')}>
              {t('End all others')}
            </Button>
          )
        }
      />
      {error && !rows && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !rows && <Skeleton className="mx-[18px] mb-[18px] h-12" />}
      <ul>
        {rows?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setSessionToEnd(session)} />
        ))}
      </ul>
      <ConfirmDialog
        open={sessionToEnd !== null}
        onOpenChange={(open) => !open && setSessionToEnd(null)}
        title={all ? t('End all other sessions?') : t('End this session?')}
        description={
          all
            ? t(
                'All other devices are signed out. Photos that they have not sent yet wait there until you sign in again.',
              )
            : t('{device} is signed out. Photos that it has not sent yet wait there until you sign in again.', {
                device: sessionToEnd ? nameOf(sessionToEnd) : '',
              })
        }
        confirmLabel={all ? t('End all others') : t('End')}
        danger
        pending={end.isPending}
        onConfirm={() =>
          end.mutate(sessionToEnd === 'others' || !sessionToEnd ? null : sessionToEnd.id, {
            onSettled: () => setSessionToEnd(null),
          })
        }
      />
    </Card>
  );
}
