import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { areaPhotosQuery, inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { queueOf } from '#web/features/photos/upload/photo-outbox.ts';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { useUser } from '#web/lib/auth.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { PhotoScope, Scope } from '#web/lib/scope.ts';

/** The uploads for a parent, including those of an earlier page. `photos` are the ones that the server lists. */
export function useUploads(
  scope: PhotoScope,
  photos: Parameters<UploadQueue['reconcile']>[0] | undefined,
): [readonly UploadItem[], UploadQueue] {
  const user = useUser();
  useEffect(() => void outbox.open(user.id), [user.id]);
  const queue = queueOf(scope);
  const uploads = useSyncExternalStore(queue.subscribe, queue.get);
  useEffect(() => queue.reconcile(photos ?? []), [queue, photos, uploads]);
  return [uploads, queue];
}

/** The cached list of photos, if this page has loaded it. */
export function useListedPhotos({ of, id }: Scope) {
  const ofArea = useQuery({ ...areaPhotosQuery(of === 'area-sessions' ? id : ''), enabled: false });
  const ofInspection = useQuery({ ...inspectionPhotosQuery(of === 'inspections' ? id : ''), enabled: false });
  return of === 'area-sessions' ? ofArea.data?.photos : ofInspection.data;
}

/** The uploads for an area session or inspection. */
export const useUploadQueue = (scope: Scope) => useUploads(scope, useListedPhotos(scope));
