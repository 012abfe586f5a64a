import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import {
  cameraProblem,
  closeCamera,
  firstFrame,
  grabFrame,
  listCameras,
  openCamera,
  setTorch,
  type Camera,
} from '#web/lib/camera/camera-stream.ts';
import { withShotFacts, type ShotFacts } from '#web/lib/camera/exif.ts';

const two = (value: number) => String(value).padStart(2, '0');
const shotName = (at: Date, count: number): string =>
  `photo-${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}-${count}.jpg`;

/** Follows the device's place while `wanted`; a fix older than a minute is no longer where the photo is taken. */
function usePlace(wanted: boolean) {
  const place = useRef<{ at: number; location: ShotFacts['location'] } | null>(null);
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

/** A moment without pictures is none; longer than this, in ms, and the device holds the camera back. */
const heldAfter = 1500;

/** Tells when the device stops giving pictures without ending the track, and when it gives them again. */
function watchHeld(track: MediaStreamTrack, tell: (held: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mute = () => {
    clearTimeout(timer);
    timer = setTimeout(() => tell(true), heldAfter);
  };
  const unmute = () => {
    clearTimeout(timer);
    tell(false);
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
  /** Ideal size in pixels; for photos as much as there is. */
  width?: number;
  height?: number;
  audio?: boolean;
}

/**
 * The device's camera in a video element: opened while the component is shown, closed with it.
 * `shoot` answers a JPEG of full resolution that carries the time and, with `withPlace`, the place.
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
  const [held, setHeld] = useState(false);
  const [torchOn, setTorchOn] = useState(false);
  const currentPlace = usePlace(withPlace);

  useEffect(() => {
    let opened: Camera | null = null;
    let gone = false;
    let forget = () => undefined as void;
    openCamera({ width, height, audio, deviceId: wantedDevice })
      .then(async (next) => {
        if (gone) return closeCamera(next);
        opened = next;
        if (video.current) video.current.srcObject = next.stream;
        next.track.addEventListener('ended', () => {
          setCamera(null);
          setProblem('The camera was disconnected.');
        });
        forget = watchHeld(next.track, setHeld);
        // Until the first frame has come there is nothing to take a photo of.
        if (video.current) await firstFrame(video.current);
        setDevices(await listCameras());
        if (!gone) setCamera(next);
      })
      .catch((error: unknown) => {
        console.warn('The camera did not open', error);
        if (!gone) setProblem(cameraProblem(error));
      });
    return () => {
      gone = true;
      forget();
      setCamera(null);
      setHeld(false);
      setTorchOn(false);
      if (opened) closeCamera(opened);
    };
  }, [video, width, height, audio, wantedDevice, attempt]);

  const shoot = useCallback(async (): Promise<File> => {
    if (!video.current) throw new Error('The camera is not open');
    const takenAt = new Date();
    const blob = await withShotFacts(await grabFrame(video.current), { takenAt, location: currentPlace() });
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
    ready: camera !== null && !held,
    /** The device gives no pictures for now: another app has the camera, or the page is out of sight. */
    held: camera !== null && held,
    /** What the open camera gives; null until its first picture has come, and while the device holds it back. */
    stream: held ? null : (camera?.stream ?? null),
    hasSound: camera?.hasSound ?? false,
    problem,
    retry() {
      setProblem(null);
      // The camera that was chosen may be the one that is gone.
      setWantedDevice(undefined);
      setAttempt((count) => count + 1);
    },
    shoot,
    switchCamera: devices.length > 1 ? switchCamera : null,
    toggleTorch: camera?.hasTorch ? toggleTorch : null,
    torchOn,
  };
}
