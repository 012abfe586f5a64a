import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { secondFactorQuery } from '#web/features/users/api.ts';
import type { SecondFactorTask } from '#web/features/users/components/second-factor-dialogs.tsx';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

// Loaded separately, because few people set up an app, and only once.
const SecondFactorDialog = lazy(() => import('#web/features/users/components/second-factor-dialogs.tsx'));

/** Turns on or off whether signing in also requires a code from an authenticator app. */
export function SecondFactorCard({ username }: { username: string }) {
  const { data, error, refetch } = useQuery({ ...secondFactorQuery, refetchOnMount: 'always' });
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  return (
    <Card aria-label={t('Authenticator app')}>
      <CardHeader
        title={t('Authenticator app')}
        note={
          data?.on
            ? t('On since {since} · {codes} left', {
                since: data.since ? formatDate(data.since) : t('today'),
                codes: plural(data.recoveryCodesLeft, 'recovery code'),
              })
            : t('A code from your phone, required after the password')
        }
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mx-[18px] mb-[18px] h-11" />}
      {data && (
        <div className="flex flex-wrap gap-2 px-[18px] pt-1 pb-[18px]">
          {data.on ? (
            <>
              <Button variant="secondary" onClick={() => setTask('recovery-codes')}>
                {t('New Recovery Codes')}
              </Button>
              <Button variant="secondary" onClick={() => setTask('turn-off')}>
                {t('Turn Off')}
              </Button>
            </>
          ) : (
            <Button variant="secondary" onClick={() => setTask('set-up')}>
              {t('Set Up')}
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
