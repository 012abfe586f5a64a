import { lazy, Suspense, useState } from 'react';
import type { PhotoDialogProps } from '#web/features/photos/components/photo-view.tsx';

const PhotoView = lazy(() => import('#web/features/photos/components/photo-view.tsx'));

/**
 * A photo over the whole screen with its findings, which can be confirmed, dismissed, edited and added. Loaded when the first photo
 * is opened: with its forms it is as large as a screen.
 */
export function PhotoDialog(props: PhotoDialogProps) {
  const [wanted, setWanted] = useState(props.photoId !== null);
  if (props.photoId !== null && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <PhotoView {...props} />
    </Suspense>
  ) : null;
}
