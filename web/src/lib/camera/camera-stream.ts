import { t } from '#contract/language.ts';

/** An open camera and its capabilities, as far as the browser reports them. */
export interface Camera {
  stream: MediaStream;
  track: MediaStreamTrack;
  deviceId: string | null;
  hasTorch: boolean;
  /** The zoom range; null when the camera cannot zoom or the browser does not report it. */
  zoom: { min: number; max: number } | null;
  hasSound: boolean;
}

/** The requested camera; the browser opens the closest match. */
export interface CameraRequest {
  /** Ideal size in pixels. */
  width: number;
  height: number;
  /** Records sound as well. If there is no microphone, or access to it is refused, only the picture is opened. */
  audio?: boolean;
  /** The camera to open; the rear one by default. */
  deviceId?: string;
}

/**
 * Opens the camera with `deviceId`, or else the rear camera. Throws the browser's own error (NotAllowedError,
 * NotFoundError …).
 */
export async function openCamera({ width, height, audio = false, deviceId }: CameraRequest): Promise<Camera> {
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
    zoom: (track.getCapabilities?.() as { zoom?: { min: number; max: number } } | undefined)?.zoom ?? null,
    hasSound: stream.getAudioTracks().length > 0,
  };
}

async function withSound(video: MediaTrackConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: true });
  } catch (error) {
    // The browser reports one error for camera and microphone together, so retry with the camera alone.
    if (!(error instanceof DOMException) || !['NotAllowedError', 'NotFoundError'].includes(error.name)) throw error;
    return navigator.mediaDevices.getUserMedia({ video });
  }
}

export const closeCamera = (camera: Camera): void => camera.stream.getTracks().forEach((track) => track.stop());

/** Turns the light beside the lens on or off. */
export async function setTorch(camera: Camera, on: boolean): Promise<void> {
  // Missing in the DOM types; Chrome on Android supports it.
  const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  await camera.track.applyConstraints({ advanced: [torch] });
}

/** Sets the zoom factor; 1 is the lens without zoom. */
export async function setZoom(camera: Camera, factor: number): Promise<void> {
  // Missing in the DOM types; Chrome on Android and Safari support it.
  const zoom: MediaTrackConstraintSet & { zoom: number } = { zoom: factor };
  await camera.track.applyConstraints({ advanced: [zoom] });
}

export const listCameras = async (): Promise<MediaDeviceInfo[]> =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');

/** Resolves once the video has its first frame. */
export function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((resolve) => video.addEventListener('loadeddata', () => resolve(), { once: true }));
}

/** The current frame as a JPEG in full resolution, or scaled to at most `maxSide` pixels on its longer side. */
export function grabFrame(
  video: HTMLVideoElement,
  { maxSide = Infinity, quality = 0.92 }: { maxSide?: number; quality?: number } = {},
): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t('The picture could not be taken')))),
      'image/jpeg',
      quality,
    ),
  );
}

/** The message for a camera that could not be opened. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return `${t('Permission denied for camera. Please allow access to continue.')} ${t('If the browser does not ask, allow the camera in its settings for this site.')}`;
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('No camera was found on this device.');
  if (name === 'NotReadableError') return t('The camera is in use by another app. Close it there and try again.');
  if (name === 'SecurityError') return t('The camera only works on a secure (https) address.');
  return t('The camera could not be opened.');
}
