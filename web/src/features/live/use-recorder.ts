import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSessionRenewed } from '#web/lib/session-hold.ts';
import { createRecorder, type Recorder, type RecorderState } from '#web/features/live/recorder.ts';

/** A recorder for as long as the page is shown. What is not kept when it goes is dropped: the page asks before. */
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
      void recorder.discard();
    };
  }, [recorder]);
  return [useSyncExternalStore(recorder.subscribe, recorder.get), recorder];
}
