import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRecorder, type Recorder, type RecorderState } from './recorder.ts';

/** A recorder that exists as long as the page is shown. */
export function useRecorder(earlierSeconds: number): [RecorderState, Recorder] {
  const [recorder] = useState(() => {
    const fresh = createRecorder();
    fresh.continueFrom(earlierSeconds);
    return fresh;
  });
  useEffect(() => {
    // The page was left; saving continues in the background or on a later page.
    return () => void recorder.close().catch(() => recorder.leave());
  }, [recorder]);
  return [useSyncExternalStore(recorder.subscribe, recorder.get), recorder];
}
