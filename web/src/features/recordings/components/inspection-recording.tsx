import { lazy, Suspense } from 'react';
import type { MarkedPlayerProps } from '#web/features/recordings/components/marked-player.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

// The player is loaded only if there is a recording to show.
const MarkedPlayer = lazy(() => import('#web/features/recordings/components/marked-player.tsx'));

/** The recording of an inspection with its findings marked on the timeline. */
export const InspectionRecording = (props: MarkedPlayerProps) => (
  <Suspense fallback={<Skeleton className="aspect-video w-full rounded-card" />}>
    <MarkedPlayer {...props} />
  </Suspense>
);
