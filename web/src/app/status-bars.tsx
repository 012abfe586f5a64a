import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { formatBytes, plural } from '#contract/texts.ts';
import { keepAppOnDevice, waitingVersion } from '#web/app/installed-version.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { cellular } from '#web/lib/cellular.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { useDeviceRoom } from '#web/lib/use-device-room.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';

const SignOutQuestion = lazy(() => import('#web/app/sign-out-question.tsx'));

function Bar({ children, role = 'status' }: { children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <div
      role={role}
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 text-small font-medium print:hidden"
    >
      {children}
    </div>
  );
}

function OfflineBar() {
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.unsentCount);
  if (useOnline()) return null;
  return (
    <Bar>
      <span>
        {t('Offline ·')}{' '}
        {unsent === 0 ? (
          t('showing data stored on this device')
        ) : (
          <Link to="/waiting-changes" className="underline">
            {t('{changes} kept on this device', { changes: plural(unsent, 'change') })}
          </Link>
        )}
      </span>
    </Bar>
  );
}

function VersionBar() {
  const activateWaitingVersion = useSyncExternalStore(waitingVersion.subscribe, waitingVersion.get);
  if (!activateWaitingVersion) return null;
  return (
    <Bar>
      {t('A new version of Innspect is ready.')}
      <Button size="sm" variant="secondary" onClick={activateWaitingVersion}>
        {t('Update')}
      </Button>
    </Bar>
  );
}

/** Shown while photos wait for Wi-Fi because this person chose so. */
function CellularBar() {
  const held = useSyncExternalStore(outbox.subscribe, outbox.heldCount);
  const online = useOnline();
  if (held === 0 || !online) return null;
  return (
    <Bar>
      <span>
        {t('Cellular connection ·')}{' '}
        <Link to="/waiting-changes" className="underline">
          {t('{files} for Wi-Fi', { files: plural(held, 'file waits', 'files wait') })}
        </Link>
      </span>
      <Button size="sm" variant="secondary" onClick={cellular.sendAnyway}>
        {t('Send Anyway')}
      </Button>
    </Bar>
  );
}

/** Warns that the device is running out of storage before a photo is lost. */
function RoomBar() {
  const { level, leftBytes, unwritten } = useDeviceRoom();
  if (level === 'enough') return null;
  if (unwritten > 0)
    return (
      <Bar role="alert">
        <span>
          <b className="font-strong text-critical">{t('This device is full.')}</b>{' '}
          {unwritten === 1
            ? t('1 change exists only on this page. Keep the page open until it is sent.')
            : t('{unwritten} changes exist only on this page. Keep the page open until they are sent.', { unwritten })}
        </span>
        <Link to="/waiting-changes" className="underline">
          {t('What waits')}
        </Link>
      </Bar>
    );
  return (
    <Bar>
      <span>
        {level === 'full' ? (
          <b className="font-strong text-critical">{t('This device is full.')}</b>
        ) : (
          t('This device is running out of space.')
        )}{' '}
        {leftBytes !== null && t('{leftBytes} left for photos. ', { leftBytes: formatBytes(leftBytes) })}
        <Link to="/waiting-changes" className="underline">
          {t('Send what waits')}
        </Link>{' '}
        {t('or delete other files.')}
      </span>
    </Bar>
  );
}

/** Messages about the app itself, shown above every screen. */
export function StatusBars() {
  useEffect(() => void keepAppOnDevice(), []);
  const { lostAtLogout } = useAuth();
  return (
    <>
      <OfflineBar />
      <CellularBar />
      <RoomBar />
      <VersionBar />
      {lostAtLogout !== 0 && (
        <Suspense fallback={null}>
          <SignOutQuestion />
        </Suspense>
      )}
    </>
  );
}
