import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Photo } from '#contract/photos.ts';
import { registerPhoto, requestUpload, showSavedPhoto } from '#web/features/photos/api.ts';
import { putFile } from '#web/features/photos/upload/put-file.ts';
import { createUploadQueue, type UploadItem, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';

function tellSaved(photos: readonly Photo[]): void {
  const analysed = photos.every(({ aiAnalysis }) => aiAnalysis !== null);
  toast({
    title: analysed ? 'Photo Uploaded & Analyzed' : 'Photo uploaded successfully',
    description: photos.length > 1 ? plural(photos.length, 'photo') : undefined,
  });
}

/** Uploads into an area session; one message for all files that were sent together. */
function areaQueue(areaSessionId: string, category: AreaCode): UploadQueue {
  const saved: Photo[] = [];
  const queue = createUploadQueue<Photo>({
    address: requestUpload,
    put: putFile,
    register: ({ id, file, url, source }) =>
      registerPhoto({ id, areaSessionId, filename: file.name, url, category, source }),
    onSaved: (photo) => {
      showSavedPhoto(areaSessionId, photo);
      saved.push(photo);
      const more = queue.get().some(({ status }) => status === 'pending' || status === 'uploading');
      if (!more) tellSaved(saved.splice(0));
    },
    onFailed: (file, reason) =>
      toast({ title: 'Upload failed', description: `${file.name}: ${reason}`, variant: 'destructive' }),
  });
  return queue;
}

/** The uploads of one area session, for as long as its page is shown; what the connection lost goes on when it is back. */
export function useUploadQueue(areaSessionId: string, category: AreaCode): [readonly UploadItem[], UploadQueue] {
  const [queue] = useState(() => areaQueue(areaSessionId, category));
  useEffect(() => {
    window.addEventListener('online', queue.resume);
    return () => {
      window.removeEventListener('online', queue.resume);
      queue.clear();
    };
  }, [queue]);
  return [useSyncExternalStore(queue.subscribe, queue.get), queue];
}
