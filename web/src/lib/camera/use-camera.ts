import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { t } from '#contract/language.ts';
import { twoDigits } from '#contract/texts.ts';
import {
  cameraProblem,
  closeCamera,
  firstFrame,
  grabFrame,
  listCameras,
  openCamera,
  setTorch,
  setZoom,
  type Camera,
} from '#web/lib/camera/camera-stream.ts';
import { withMetadata, type ShotMetadata } from '#web/lib/camera/exif.ts';

const shotName = (at: Date, count: number): string =>
  `photo-${at.getFullYear()}${twoDigits(at.getMonth() + 1)}${twoDigits(at.getDate())}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}${twoDigits(at.getSeconds())}-${count}.jpg`;

/**
 * Tracks the location while `wanted`. A position older than a minute is not used, because the person may have moved
 * on.
 */
function usePlace(wanted: boolean) {
  const place = useRef<{ at: number; location: ShotMetadata['location'] } | null>(null);
  useEffect(() => {
    if (!wanted || !('geolocation' in navigator)) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => {
        place.current = { at: Date.now(), location: { latitude, longitude } };
      },
      () => {
        place.current = null;
      },
      { enableHighAccuracy: true, maximumAge: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [wanted]);
  return useCallback(
    () => (place.current && Date.now() - place.current.at < 60_000 ? place.current.location : null),
    [],
  );
}

/** The zoom factors that phone cameras usually offer. */
const zoomFactors = [0.5, 1, 2, 5];

/** The camera's zoom, if it has one; every camera starts at 1. */
function useZoom(camera: Camera | null) {
  const [chosen, setChosen] = useState<{ camera: Camera; factor: number } | null>(null);
  const range = camera?.zoom;
  const factors = range ? zoomFactors.filter((factor) => factor >= range.min && factor <= range.max) : [];
  async function zoomTo(factor: number) {
    if (!camera) return;
    try {
      await setZoom(camera, factor);
      setChosen({ camera, factor });
    } catch (error) {
      console.warn('The camera did not zoom', error);
    }
  }
  const factor = chosen && chosen.camera === camera ? chosen.factor : 1;
  return factors.length > 1 ? { factors, factor, zoomTo } : null;
}

/** A camera that stays muted longer than this, in ms, counts as interrupted. */
const interruptedAfter = 1500;

/** Reports when the device interrupts the camera without ending the track, and when it resumes. */
function watchInterruptions(track: MediaStreamTrack, onChange: (interrupted: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mute = () => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(true), interruptedAfter);
  };
  const unmute = () => {
    clearTimeout(timer);
    onChange(false);
  };
  track.addEventListener('mute', mute);
  track.addEventListener('unmute', unmute);
  if (track.muted) mute();
  return () => {
    clearTimeout(timer);
    track.removeEventListener('mute', mute);
    track.removeEventListener('unmute', unmute);
  };
}

interface CameraOptions {
  withPlace: boolean;
  /** The ideal size in pixels; the default is the largest that cameras offer. */
  width?: number;
  height?: number;
  audio?: boolean;
}

/**
 * Opens the camera in a video element while the component is mounted. `shoot` returns a full-resolution JPEG with the
 * time and, with `withPlace`, the location.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { withPlace, width = 3840, height = 2160, audio = false }: CameraOptions,
) {
  const shots = useRef(0);
  const [wantedDevice, setWantedDevice] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [interrupted, setInterrupted] = useState(false);
  const [torchOn, setTorchOn] = useState(false);
  const currentPlace = usePlace(withPlace);
  const zoom = useZoom(camera);

  useEffect(() => {
    let opened: Camera | null = null;
    let unmounted = false;
    let stopWatching = () => undefined as void;
    openCamera({ width, height, audio, deviceId: wantedDevice })
      .then(async (next) => {
        if (unmounted) return closeCamera(next);
        opened = next;
        if (video.current) video.current.srcObject = next.stream;
        next.track.addEventListener('ended', () => {
          setCamera(null);
          setProblem(t('The camera was disconnected.'));
        });
        stopWatching = watchInterruptions(next.track, setInterrupted);
        // A photo cannot be taken before the first frame.
        if (video.current) await firstFrame(video.current);
        setDevices(await listCameras());
        if (!unmounted) setCamera(next);
      })
      .catch((error: unknown) => {
        console.warn('The camera did not open', error);
        if (!unmounted) setProblem(cameraProblem(error));
      });
    return () => {
      unmounted = true;
      stopWatching();
      setCamera(null);
      setInterrupted(false);
      setTorchOn(false);
      if (opened) closeCamera(opened);
    };
  }, [video, width, height, audio, wantedDevice, attempt]);

  const shoot = useCallback(async (): Promise<File> => {
    if (!video.current) throw new Error('The camera is not open');
    const takenAt = new Date();
    const blob = await withMetadata(await grabFrame(video.current), { takenAt, location: currentPlace() });
    shots.current += 1;
    return new File([blob], shotName(takenAt, shots.current), { type: 'image/jpeg', lastModified: takenAt.getTime() });
  }, [video, currentPlace]);

  function switchCamera() {
    setProblem(null);
    const index = devices.findIndex(({ deviceId }) => deviceId === camera?.deviceId);
    setWantedDevice(devices[(index + 1) % devices.length]?.deviceId);
  }

  async function toggleTorch() {
    if (!camera) return;
    try {
      await setTorch(camera, !torchOn);
      setTorchOn(!torchOn);
    } catch (error) {
      console.warn('The light did not change', error);
    }
  }

  return {
    ready: camera !== null && !interrupted,
    /** Another app is using the camera, or the page is hidden. */
    interrupted: camera !== null && interrupted,
    /** The stream of the camera; null before its first frame and while it is interrupted. */
    stream: interrupted ? null : (camera?.stream ?? null),
    hasSound: camera?.hasSound ?? false,
    problem,
    retry() {
      setProblem(null);
      // The chosen camera may be the one that was disconnected.
      setWantedDevice(undefined);
      setAttempt((count) => count + 1);
    },
    shoot,
    switchCamera: devices.length > 1 ? switchCamera : null,
    toggleTorch: camera?.hasTorch ? toggleTorch : null,
    torchOn,
    /** Null when the camera cannot zoom. */
    zoom,
  };
}
