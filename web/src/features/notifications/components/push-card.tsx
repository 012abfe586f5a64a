import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '#contract/language.ts';
import { pushTopicLabels, pushTopics, type PushSettings, type PushTopic } from '#contract/push.ts';
import {
  supportsPush,
  PushUnavailable,
  chooseTopics,
  pushQuery,
  sendTest,
  subscribe,
  unsubscribe,
} from '#web/features/notifications/push.ts';
import { useUser } from '#web/lib/auth.tsx';
import { deviceSubscription } from '#web/lib/push-account.ts';
import { queryClient } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Switch } from '#web/ui/switch.tsx';

const deviceQuery = {
  queryKey: ['push-device'],
  // Only the browser is asked, which also works without a connection.
  networkMode: 'always' as const,
  gcTime: 0,
  queryFn: async () => ({
    permission: Notification.permission,
    endpoint: (await deviceSubscription())?.endpoint ?? null,
  }),
};
const showSettings = async (settings: PushSettings | null) => {
  if (settings) queryClient.setQueryData(pushQuery.queryKey, settings);
  await queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
};
const showFailure = (error: Error) => {
  if (error instanceof PushUnavailable)
    toast({ title: t('Not turned on'), description: error.message, variant: 'destructive' });
  else toastError(t('Error'), error);
  void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
};

const topicsKey = ['push-topics'];

/** The topics for which this device shows notifications, and a button to send a test. */
function Topics({ chosen }: { chosen: readonly PushTopic[] }) {
  /** The pressed topics that are not saved yet. */
  const [wanted, setWanted] = useState<readonly PushTopic[] | null>(null);
  const choose = useMutation({
    mutationKey: topicsKey,
    // One request after the other, so that the last press wins.
    scope: { id: 'push-topics' },
    mutationFn: chooseTopics,
    onSuccess: showSettings,
    onError: showFailure,
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: topicsKey }) === 1) setWanted(null);
    },
  });
  const test = useMutation({
    mutationFn: sendTest,
    onSuccess: () => toast({ title: t('On its way'), description: t('The test appears on this device in a moment.') }),
    onError: showFailure,
  });
  const shown = wanted ?? chosen;
  function change(topic: PushTopic, on: boolean) {
    const next = pushTopics.filter((each) => (each === topic ? on : shown.includes(each)));
    setWanted(next);
    choose.mutate(next);
  }
  return (
    <div className="grid gap-3 border-t border-line p-[18px]">
      <fieldset className="grid gap-1 sm:grid-cols-2">
        <legend className="mb-1 font-strong">{t('Tell this device about')}</legend>
        {pushTopics.map((topic) => (
          <Checkbox
            key={topic}
            label={pushTopicLabels[topic]}
            checked={shown.includes(topic)}
            onChange={({ target }) => change(topic, target.checked)}
          />
        ))}
      </fieldset>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        pending={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('Send a Test')}
      </Button>
    </div>
  );
}

function PushSwitch({ settings }: { settings: PushSettings }) {
  const label = useId();
  const hint = useId();
  const user = useUser();
  const { data: device } = useQuery(deviceQuery);
  /** The pressed state that is not saved yet. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = useMutation({
    mutationFn: async (on: boolean) => (on ? subscribe(settings, user.id) : unsubscribe().then(() => null)),
    onSuccess: async (changed) => {
      await queryClient.invalidateQueries({ queryKey: pushQuery.queryKey });
      await showSettings(changed);
    },
    onError: showFailure,
    onSettled: () => setWanted(null),
  });
  const denied = device?.permission === 'denied';
  const topics =
    device?.endpoint && device.endpoint === settings.subscription?.endpoint ? settings.subscription.topics : null;
  return (
    <>
      <div className="flex items-center justify-between gap-4 p-[18px]">
        <div>
          <h2 id={label} className="heading">
            {t('Notifications on this device')}
          </h2>
          <p id={hint} className="text-small text-ink-2">
            {denied
              ? t(
                  'The browser blocks notifications of this site. Allow them in the settings of the browser, then reload.',
                )
              : t('Also while Innspect is closed, until you sign out. E-mails are sent as before.')}
          </p>
        </div>
        <Switch
          aria-labelledby={label}
          aria-describedby={hint}
          checked={wanted ?? topics !== null}
          disabled={!device || denied || turn.isPending}
          onChange={(event) => {
            setWanted(event.target.checked);
            turn.mutate(event.target.checked);
          }}
        />
      </div>
      {topics && <Topics chosen={topics} />}
    </>
  );
}

/** Turns notifications on or off for this device while Innspect is closed. */
export default function PushCard() {
  const supported = supportsPush();
  const { data, error, refetch } = useQuery({ ...pushQuery, enabled: supported });
  return (
    <Card aria-label={t('Notifications on this device')}>
      {!supported ? (
        <div className="p-[18px]">
          <h2 className="heading">{t('Notifications on this device')}</h2>
          <p className="text-small text-ink-2">
            {t(
              'This browser cannot show them. On an iPhone or iPad, add Innspect to the Home Screen and open it from there.',
            )}
          </p>
        </div>
      ) : data ? (
        <PushSwitch settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-[18px] h-12" />
      )}
    </Card>
  );
}
