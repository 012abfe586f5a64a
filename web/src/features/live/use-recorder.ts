import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSessionRenewed } from '#web/lib/session-hold.ts';
import { createRecorder, type Recorder, type RecorderState } from '#web/features/live/recorder.ts';

/** A recorder for as long as the page is shown. */
export function useRecorder(earlierSeconds: number): [RecorderState, Recorder] {
  const [recorder] = useState(() => {
    const fresh = createRecorder();
    fresh.continueFrom(earlierSeconds);
    return fresh;
  });
  useEffect(() => {
    const retry = () => recorder.retry();
    window.addEventListener('online', retry);
    const forget = onSessionRenewed(retry);
    return () => {
      forget();
      window.removeEventListener('online', retry);
      // Nobody was asked, or the answer was to go: it is finished behind the next page, or by a later one.
      recorder.close().catch(() => recorder.leave());
    };
  }, [recorder]);
  return [useSyncExternalStore(recorder.subscribe, recorder.get), recorder];
}
