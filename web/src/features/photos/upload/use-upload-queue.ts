import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { areaPhotosQuery, inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { queueOf } from '#web/features/photos/upload/photo-outbox.ts';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { useUser } from '#web/lib/auth.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The photos as far as the page has read them. */
function useListedPhotos({ of, id }: Scope) {
  const ofArea = useQuery({ ...areaPhotosQuery(of === 'area-sessions' ? id : ''), enabled: false });
  const ofInspection = useQuery({ ...inspectionPhotosQuery(of === 'inspections' ? id : ''), enabled: false });
  return of === 'area-sessions' ? ofArea.data?.photos : ofInspection.data;
}

/** The photos on their way to an area session or an inspection; those of an earlier page are among them. */
export function useUploadQueue(scope: Scope): [readonly UploadItem[], UploadQueue] {
  const user = useUser();
  useEffect(() => void outbox.open(user.id), [user.id]);
  const queue = queueOf(scope);
  const photos = useListedPhotos(scope);
  const uploads = useSyncExternalStore(queue.subscribe, queue.get);
  useEffect(() => queue.reconcile(photos ?? []), [queue, photos, uploads]);
  return [uploads, queue];
}
