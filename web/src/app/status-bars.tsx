import { Link } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { plural } from '#contract/texts.ts';
import { startServiceWorker, waitingVersion } from '#web/app/installed-version.ts';
import { SignOutQuestion } from '#web/app/sign-out-question.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';

function Bar({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
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

/** Messages about the app itself, above every screen: no connection, a newer version, signing out with unsent changes. */
export default function StatusBars() {
  useEffect(startServiceWorker, []);
  return (
    <>
      <OfflineBar />
      <VersionBar />
      <SignOutQuestion />
    </>
  );
}
