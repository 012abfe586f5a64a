import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { ServerEvent } from '#contract/events.ts';
import { frameLimits, type AiDetection, type FrameDetection } from '#contract/frames.ts';
import { sendFrame } from './api.ts';
import { runFrameLoop, waitFor, type AiState } from './frame-loop.ts';
import { useUser } from '#web/lib/auth.tsx';
import { grabFrame } from '#web/lib/camera/camera-stream.ts';
import { sendEvent, useServerEvent } from '#web/lib/events.ts';

/** Boxes of a picture that is older say nothing of what the camera shows now. */
const staleAfter = 6000;

interface DetectionOptions {
  video: RefObject<HTMLVideoElement | null>;
  /** The inspection that is being recorded; null while nothing is. */
  recording: string | null;
  inspectionId: string | null;
  /** The second of the recording, now. */
  at: () => number;
}

/** What the AI sees while an inspection is recorded, and what it is sure of. */
export function useDetections({ video, recording, inspectionId, at }: DetectionOptions) {
  const user = useUser();
  const [state, setState] = useState<AiState>('watching');
  const [seen, setSeen] = useState<readonly FrameDetection[]>([]);
  const [latest, setLatest] = useState<AiDetection | null>(null);

  useEffect(() => {
    if (!recording) return;
    const stop = new AbortController();
    let stale: ReturnType<typeof setTimeout> | undefined;
    void runFrameLoop(
      {
        async grab() {
          if (!video.current) throw new Error('The camera is not open');
          const moment = at();
          return {
            jpeg: await grabFrame(video.current, { longestSide: frameLimits.longestSide, quality: 0.8 }),
            at: moment,
          };
        },
        send: (jpeg, moment) => sendFrame(recording, jpeg, moment),
        onAnswer({ detections }) {
          setSeen(detections);
          clearTimeout(stale);
          stale = setTimeout(() => setSeen([]), staleAfter);
        },
        onState: setState,
        wait: waitFor,
        now: () => performance.now(),
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      clearTimeout(stale);
      setSeen([]);
    };
  }, [video, recording, at]);

  const hear = useCallback(
    (event: ServerEvent) => {
      if (event.type === 'error') console.warn('The server did not take a message', event.payload);
      if (event.type !== 'ai_detection' || event.payload.inspectionId !== inspectionId) return;
      const { at: timestamp, boundingBox: _box, inspectionId: id, ...detection } = event.payload;
      setLatest(event.payload);
      navigator.vibrate?.(20);
      sendEvent({
        type: 'inspection_update',
        payload: { userId: user.id, inspectionId: id, detection, timestamp },
      });
    },
    [inspectionId, user.id],
  );
  useServerEvent(hear);
  return { state, seen, latest };
}
