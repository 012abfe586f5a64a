import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Photo } from '#contract/photos.ts';
import { registerPhoto, requestUpload, showSavedPhoto } from '#web/features/photos/api.ts';
import { putFile } from '#web/features/photos/upload/put-file.ts';
import { createUploadQueue, type UploadItem, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';

/** The uploads of one area session, for as long as its page is shown; what the connection lost goes on when it is back. */
export function useUploadQueue(areaSessionId: string, category: AreaCode): [readonly UploadItem[], UploadQueue] {
  const [queue] = useState(() =>
    createUploadQueue<Photo>({
      address: requestUpload,
      put: putFile,
      register: ({ id, file, url, source }) =>
        registerPhoto({ id, areaSessionId, filename: file.name, url, category, source }),
      onSaved: (photo) => showSavedPhoto(areaSessionId, photo),
    }),
  );
  useEffect(() => {
    window.addEventListener('online', queue.resume);
    return () => window.removeEventListener('online', queue.resume);
  }, [queue]);
  return [useSyncExternalStore(queue.subscribe, queue.get), queue];
}
