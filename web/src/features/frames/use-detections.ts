import type { TypedPlace } from '#web/lib/current-place.ts';
import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { ServerEvent } from '#contract/events.ts';
import { frameLimits, type AiDetection, type FrameDetection } from '#contract/frames.ts';
import { runDeviceLoop } from './device/device-loop.ts';
import { createPictureReader, jpegOf } from './device/pictures.ts';
import { useDetector } from './device/use-detector.ts';
import { sendFrame } from './api.ts';
import { runFrameLoop, waitFor, type AiState } from './frame-loop.ts';
import { useUser } from '#web/lib/auth.tsx';
import { grabFrame } from '#web/lib/camera/camera-stream.ts';
import { connection } from '#web/lib/connection.ts';
import { sendEvent, useServerEvent } from '#web/lib/events.ts';

/** Boxes older than this, in ms, no longer match the camera picture. */
const boxLifetime = 6000;

interface DetectionOptions {
  video: RefObject<HTMLVideoElement | null>;
  recording: boolean;
  /** Null until the inspection has started. */
  inspectionId: string | null;
  /** The current second of the recording. */
  currentSecond: () => number;
  /** The place that the camera shows. */
  currentPlace: () => Partial<TypedPlace>;
}

/**
 * Analyzes the camera while an inspection is recorded: on this device if possible, otherwise by sending frames to the
 * server. `seen` are the current detections, `latest` is the newest finding.
 */
export function useDetections({ video, recording, inspectionId, currentSecond, currentPlace }: DetectionOptions) {
  const user = useUser();
  const [state, setState] = useState<AiState>('watching');
  const [seen, setSeen] = useState<readonly FrameDetection[]>([]);
  const [latest, setLatest] = useState<AiDetection | null>(null);

  const detector = useDetector();
  const [detectorFailed, setDetectorFailed] = useState(false);

  useEffect(() => {
    const camera = video.current;
    if (!recording || inspectionId === null || !camera || !detector || detectorFailed) return;
    const stop = new AbortController();
    const nextPicture = createPictureReader(camera, stop.signal);
    runDeviceLoop(
      {
        async grab() {
          const picture = await nextPicture();
          return picture && { picture, second: currentSecond() };
        },
        detect: detector.detect,
        send: async (picture, second, seen) =>
          sendFrame(inspectionId, await jpegOf(picture), { second, place: currentPlace(), seen }),
        onSeen: setSeen,
        onState: setState,
        newId: () => crypto.randomUUID(),
        isOnline: connection.isThere,
        wait: waitFor,
        now: () => performance.now(),
      },
      stop.signal,
    ).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      console.warn('The server analyzes the frames, because this device cannot', error);
      setState('watching');
      setDetectorFailed(true);
    });
    return () => {
      stop.abort();
      setSeen([]);
    };
  }, [video, recording, inspectionId, currentSecond, currentPlace, detector, detectorFailed]);

  const serverDetects = detector === null || detectorFailed;
  useEffect(() => {
    if (!recording || inspectionId === null || !serverDetects) return;
    const stop = new AbortController();
    let expiry: ReturnType<typeof setTimeout> | undefined;
    void runFrameLoop(
      {
        async grab() {
          if (!video.current) throw new Error('The camera is not open');
          const second = currentSecond();
          const jpeg = await grabFrame(video.current, { maxSide: frameLimits.maxSide, quality: 0.8 });
          return { jpeg, second };
        },
        send: (jpeg, second) => sendFrame(inspectionId, jpeg, { second, place: currentPlace() }),
        onAnswer({ detections }) {
          setSeen(detections);
          clearTimeout(expiry);
          expiry = setTimeout(() => setSeen([]), boxLifetime);
        },
        onState: setState,
        wait: waitFor,
        now: () => performance.now(),
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      clearTimeout(expiry);
      setSeen([]);
    };
  }, [video, recording, inspectionId, currentSecond, currentPlace, serverDetects]);

  const handleEvent = useCallback(
    (event: ServerEvent) => {
      if (event.type === 'error') console.warn('The server refused a message', event.payload);
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
  useServerEvent(handleEvent);
  return { state, seen, latest };
}
