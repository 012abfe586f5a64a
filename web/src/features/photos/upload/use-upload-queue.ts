import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { inspectionPhotosQuery } from '#web/features/inspections/api.ts';
import { areaPhotosQuery, type PhotoHolder } from '#web/features/photos/api.ts';
import { queueOf } from '#web/features/photos/upload/photo-queues.ts';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { useUser } from '#web/lib/auth.tsx';

/** The holder's photos as far as the page has read them. */
function useListedPhotos(holder: PhotoHolder) {
  const [areaId, inspectionId] = 'areaSessionId' in holder ? [holder.areaSessionId, null] : [null, holder.inspectionId];
  const ofArea = useQuery({ ...areaPhotosQuery(areaId ?? ''), enabled: false });
  const ofInspection = useQuery({ ...inspectionPhotosQuery(inspectionId ?? ''), enabled: false });
  return areaId === null ? ofInspection.data : ofArea.data?.photos;
}

/** The uploads into a holder; those that an earlier page began are among them. */
export function useUploadQueue(holder: PhotoHolder): [readonly UploadItem[], UploadQueue] {
  const queue = queueOf(useUser().id, holder);
  const photos = useListedPhotos(holder);
  const uploads = useSyncExternalStore(queue.subscribe, queue.get);
  // A page that lists no photos shows no local pictures of them either: a long walk would keep them all.
  useEffect(() => queue.know(photos ?? []), [queue, photos, uploads]);
  return [uploads, queue];
}
