import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Photo } from '#contract/photos.ts';
import { registerPhoto, requestUpload, showSavedPhoto, tellSaved, type PhotoHolder } from '#web/features/photos/api.ts';
import { putFile } from '#web/features/photos/upload/put-file.ts';
import { createUploadQueue, type UploadItem, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { onSessionRenewed } from '#web/lib/session-hold.ts';
import { toast } from '#web/lib/toast.ts';

/** Uploads into an area session or an inspection; one message for all files that were sent together. */
function photoQueue(holder: PhotoHolder): UploadQueue {
  const saved: Photo[] = [];
  const queue = createUploadQueue<Photo>({
    address: requestUpload,
    put: putFile,
    register: ({ id, file, url, source, subject }) =>
      registerPhoto({ id, ...holder, filename: file.name, url, source, ...subject }),
    onSaved: (photo) => {
      showSavedPhoto(holder, photo);
      saved.push(photo);
      const more = queue.get().some(({ status }) => status === 'pending' || status === 'uploading');
      if (!more) tellSaved(saved.splice(0));
    },
    onFailed: (file, reason) =>
      toast({ title: 'Upload failed', description: `${file.name}: ${reason}`, variant: 'destructive' }),
    onCancelled: ({ name }) => toast({ title: 'Upload cancelled', description: name }),
  });
  return queue;
}

/** The uploads of one page, for as long as it is shown; what the connection or the session lost goes on when it is back. */
export function useUploadQueue(holder: PhotoHolder): [readonly UploadItem[], UploadQueue] {
  const [queue] = useState(() => photoQueue(holder));
  useEffect(() => {
    window.addEventListener('online', queue.resume);
    const forget = onSessionRenewed(queue.resume);
    return () => {
      forget();
      window.removeEventListener('online', queue.resume);
      queue.clear();
    };
  }, [queue]);
  return [useSyncExternalStore(queue.subscribe, queue.get), queue];
}
