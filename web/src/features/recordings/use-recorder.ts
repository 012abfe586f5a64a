import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRecorder, type Recorder, type RecorderState } from './recorder.ts';

/** A recorder for as long as the page is shown. */
export function useRecorder(earlierSeconds: number): [RecorderState, Recorder] {
  const [recorder] = useState(() => {
    const fresh = createRecorder();
    fresh.continueFrom(earlierSeconds);
    return fresh;
  });
  useEffect(() => {
    // Nobody was asked, or the answer was to leave: it is finished behind the next screen, or by a later page.
    return () => void recorder.close().catch(() => recorder.leave());
  }, [recorder]);
  return [useSyncExternalStore(recorder.subscribe, recorder.get), recorder];
}
