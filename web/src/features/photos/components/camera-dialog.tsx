import { lazy, Suspense } from 'react';
import type { CameraDialogProps } from '#web/features/photos/components/camera-view.tsx';

const loadCamera = () => import('#web/features/photos/components/camera-view.tsx');
const CameraView = lazy(loadCamera);

/** Loads the camera while the page is idle: where people take photos, it has to open with the press. */
export function loadCameraAhead(): void {
  const load = () => void loadCamera().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load, 500);
}

/** The camera over the whole screen, which takes one photo after another. */
export function CameraDialog(props: CameraDialogProps) {
  return (
    <Suspense fallback={null}>
      <CameraView {...props} />
    </Suspense>
  );
}
