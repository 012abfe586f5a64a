import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { plural } from '#contract/texts.ts';
import { secondFactorQuery } from '#web/features/users/api.ts';
import type { SecondFactorTask } from '#web/features/users/components/second-factor-dialogs.tsx';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

// The QR code is drawn for few, once.
const SecondFactorDialog = lazy(() => import('#web/features/users/components/second-factor-dialogs.tsx'));

/** Whether signing in takes a code of an authenticator app as well; turned on and off here. */
export function SecondFactorCard({ username }: { username: string }) {
  const { data, error, refetch } = useQuery({ ...secondFactorQuery, refetchOnMount: 'always' });
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  return (
    <Card aria-label="Authenticator app">
      <CardHeader
        title="Authenticator app"
        note={
          data?.on
            ? `On since ${data.since ? formatDate(data.since) : 'today'} · ${plural(data.recoveryCodesLeft, 'recovery code')} left`
            : 'A code from your phone, asked for after the password'
        }
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mx-[18px] mb-[18px] h-11" />}
      {data && (
        <div className="flex flex-wrap gap-2 px-[18px] pt-1 pb-[18px]">
          {data.on ? (
            <>
              <Button variant="secondary" onClick={() => setTask('recovery-codes')}>
                New Recovery Codes
              </Button>
              <Button variant="secondary" onClick={() => setTask('turn-off')}>
                Turn Off
              </Button>
            </>
          ) : (
            <Button variant="secondary" onClick={() => setTask('set-up')}>
              Set Up
            </Button>
          )}
        </div>
      )}
      {task && (
        <Suspense fallback={null}>
          <SecondFactorDialog task={task} username={username} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </Card>
  );
}
