import { Link } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { formatBytes, plural } from '#contract/texts.ts';
import { startServiceWorker, waitingVersion } from '#web/app/installed-version.ts';
import { SignOutQuestion } from '#web/app/sign-out-question.tsx';
import { cellular } from '#web/lib/cellular.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { useDeviceRoom } from '#web/lib/use-device-room.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';

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
        Offline ·{' '}
        {unsent === 0 ? (
          'showing what this device keeps'
        ) : (
          <Link to="/waiting-changes" className="underline">
            {plural(unsent, 'change')} kept on this device
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
      A new version of Innspect is ready.
      <Button size="sm" variant="secondary" onClick={activateWaitingVersion}>
        Update
      </Button>
    </Bar>
  );
}

/** Photos wait for Wi-Fi, as this person wants it. */
function CellularBar() {
  const held = useSyncExternalStore(outbox.subscribe, outbox.heldCount);
  const online = useOnline();
  if (held === 0 || !online) return null;
  return (
    <Bar>
      <span>
        Cellular connection ·{' '}
        <Link to="/waiting-changes" className="underline">
          {plural(held, 'file')} {held === 1 ? 'waits' : 'wait'} for Wi-Fi
        </Link>
      </span>
      <Button size="sm" variant="secondary" onClick={cellular.sendAnyway}>
        Send Anyway
      </Button>
    </Bar>
  );
}

/** Says that the device runs out of room, before a photo is lost. */
function RoomBar() {
  const { level, leftBytes, unwritten } = useDeviceRoom();
  if (level === 'enough') return null;
  if (unwritten > 0)
    return (
      <Bar role="alert">
        <span>
          <b className="font-strong text-critical">This device is full.</b> {plural(unwritten, 'change')}{' '}
          {unwritten === 1 ? 'is' : 'are'} only in this page: keep it open until{' '}
          {unwritten === 1 ? 'it is' : 'they are'} sent.
        </span>
        <Link to="/waiting-changes" className="underline">
          What waits
        </Link>
      </Bar>
    );
  return (
    <Bar>
      <span>
        {level === 'full' ? (
          <b className="font-strong text-critical">This device is full.</b>
        ) : (
          'Little room is left on this device.'
        )}{' '}
        {leftBytes !== null && `${formatBytes(leftBytes)} left for photos. `}
        <Link to="/waiting-changes" className="underline">
          Send what waits
        </Link>{' '}
        or delete other files.
      </span>
    </Bar>
  );
}

/** Messages about the app itself, above every screen: no connection, little room, a newer version, signing out with unsent changes. */
export default function StatusBars() {
  useEffect(startServiceWorker, []);
  return (
    <>
      <OfflineBar />
      <CellularBar />
      <RoomBar />
      <VersionBar />
      <SignOutQuestion />
    </>
  );
}
