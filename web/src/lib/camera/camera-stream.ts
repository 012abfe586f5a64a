/** What a camera can do beyond the picture, where the browser tells. */
export interface Camera {
  stream: MediaStream;
  track: MediaStreamTrack;
  deviceId: string | null;
  hasTorch: boolean;
  hasSound: boolean;
}

/** What is asked of the device; its browser gives what comes closest. */
export interface CameraWishes {
  /** Ideal size in pixels. */
  width: number;
  height: number;
  /** Sound as well. Without a microphone, or with a refused one, the picture comes alone. */
  audio?: boolean;
  /** This camera; the rear one when left out. */
  deviceId?: string;
}

/**
 * Opens the rear camera, or the one that is named.
 * Throws the browser's own error (NotAllowedError, NotFoundError …).
 */
export async function openCamera({ width, height, audio = false, deviceId }: CameraWishes): Promise<Camera> {
  if (!navigator.mediaDevices) throw new DOMException('The page is not served securely', 'SecurityError');
  const video: MediaTrackConstraints = {
    ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }),
    width: { ideal: width },
    height: { ideal: height },
  };
  const stream = await (audio ? withSound(video) : navigator.mediaDevices.getUserMedia({ video }));
  const track = stream.getVideoTracks()[0];
  if (!track) throw new DOMException('No camera was found', 'NotFoundError');
  return {
    stream,
    track,
    deviceId: track.getSettings().deviceId ?? null,
    hasTorch: 'torch' in (track.getCapabilities?.() ?? {}),
    hasSound: stream.getAudioTracks().length > 0,
  };
}

async function withSound(video: MediaTrackConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: true });
  } catch (error) {
    // One answer stands for both devices: asked alone, the camera may still be there.
    if (!(error instanceof DOMException) || !['NotAllowedError', 'NotFoundError'].includes(error.name)) throw error;
    return navigator.mediaDevices.getUserMedia({ video });
  }
}

export const closeCamera = (camera: Camera): void => camera.stream.getTracks().forEach((track) => track.stop());

/** Turns the light beside the lens on or off. */
export async function setTorch(camera: Camera, on: boolean): Promise<void> {
  // Not in the DOM's types yet; Chrome on Android has it.
  const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  await camera.track.applyConstraints({ advanced: [torch] });
}

export const listCameras = async (): Promise<MediaDeviceInfo[]> =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');

/** Resolves once the video has a picture to show. */
export function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((resolve) => video.addEventListener('loadeddata', () => resolve(), { once: true }));
}

/**
 * The picture that the video shows now, as a JPEG: of the camera's full resolution, or no longer than `longestSide`
 * pixels on its longer side.
 */
export function grabFrame(
  video: HTMLVideoElement,
  { longestSide = Infinity, quality = 0.92 }: { longestSide?: number; quality?: number } = {},
): Promise<Blob> {
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be taken'))),
      'image/jpeg',
      quality,
    ),
  );
}

/** Why the camera does not open, for a person. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'Permission denied for camera. Please allow access to continue.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No camera was found on this device.';
  if (name === 'NotReadableError') return 'The camera is in use by another app. Close it there and try again.';
  if (name === 'SecurityError') return 'The camera only works on a secure (https) address.';
  return 'The camera could not be opened.';
}
