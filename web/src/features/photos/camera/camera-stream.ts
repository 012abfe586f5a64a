/** What a camera can do beyond the picture, where the browser tells. */
export interface Camera {
  stream: MediaStream;
  track: MediaStreamTrack;
  deviceId: string | null;
  hasTorch: boolean;
}

/**
 * Opens the rear camera, or the one that is named, at its best resolution.
 * Throws the browser's own error (NotAllowedError, NotFoundError …).
 */
export async function openCamera(deviceId?: string): Promise<Camera> {
  if (!navigator.mediaDevices) throw new DOMException('The page is not served securely', 'SecurityError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: {
      ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }),
      width: { ideal: 3840 },
      height: { ideal: 2160 },
    },
  });
  const track = stream.getVideoTracks()[0];
  if (!track) throw new DOMException('No camera was found', 'NotFoundError');
  return {
    stream,
    track,
    deviceId: track.getSettings().deviceId ?? null,
    hasTorch: 'torch' in (track.getCapabilities?.() ?? {}),
  };
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

/** The picture that the video shows now, as a JPEG of the camera's full resolution. */
export function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be taken'))),
      'image/jpeg',
      0.92,
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
