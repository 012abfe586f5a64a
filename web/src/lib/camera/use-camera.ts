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
  const [torchOn, setTorchOn] = useState(false);
  const currentPlace = usePlace(withPlace);

  useEffect(() => {
    let opened: Camera | null = null;
    let gone = false;
    openCamera({ width, height, audio, deviceId: wantedDevice })
      .then(async (next) => {
        if (gone) return closeCamera(next);
        opened = next;
        if (video.current) video.current.srcObject = next.stream;
        next.track.addEventListener('ended', () => {
          setCamera(null);
          setProblem('The camera was disconnected.');
        });
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
      setCamera(null);
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
    const index = devices.findIndex(({ deviceId }) => deviceId === camera?.deviceId);
    setWantedDevice(devices[(index + 1) % devices.length]?.deviceId);
  }

  async function toggleTorch() {
    if (!camera) return;
    await setTorch(camera, !torchOn);
    setTorchOn(!torchOn);
  }

  return {
    ready: camera !== null,
    /** What the open camera gives; null until its first picture has come. */
    stream: camera?.stream ?? null,
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
