import type { Photo } from '#contract/photos.ts';
import { registerPhoto, requestUpload, showSavedPhoto, tellSaved, type PhotoHolder } from '#web/features/photos/api.ts';
import { forgetPhoto, keepPhoto, keptPhotos, type KeptPhoto } from '#web/features/photos/upload/kept-photos.ts';
import { putFile } from '#web/features/photos/upload/put-file.ts';
import { createUploadQueue, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { onLiveReconnect } from '#web/lib/live.ts';
import { onSessionRenewed } from '#web/lib/session-hold.ts';
import { toast } from '#web/lib/toast.ts';

/** Uploads into an area session or an inspection; one message for all files that were sent together. */
function photoQueue(userId: string, holder: PhotoHolder): UploadQueue {
  const saved: Photo[] = [];
  let answers = 0;
  function tellWhenDone() {
    const more = answers > 0 || queue.get().some(({ status }) => status === 'pending' || status === 'uploading');
    if (!more && saved.length > 0) tellSaved(saved.splice(0));
  }
  const queue = createUploadQueue<Photo>({
    address: requestUpload,
    put: putFile,
    async register({ id, file, url, source, subject }) {
      answers += 1;
      try {
        return await registerPhoto({ id, ...holder, filename: file.name, url, source, ...subject });
      } finally {
        answers -= 1;
      }
    },
    keep: (upload) => keepPhoto({ ...upload, userId, holder }),
    forget: (id) => void forgetPhoto(id),
    onSaved: (photo) => {
      showSavedPhoto(holder, photo);
      saved.push(photo);
      tellWhenDone();
    },
    onFailed: (file, reason) =>
      toast({ title: 'Upload failed', description: `${file.name}: ${reason}`, variant: 'destructive' }),
    onCancelled: ({ name }) => toast({ title: 'Upload cancelled', description: name }),
  });
  return queue;
}

let owner: string | null = null;
const queues = new Map<string, UploadQueue>();

/** Ends what another person's session on this page left. */
function handOver(userId: string): void {
  if (owner === userId) return;
  for (const queue of queues.values()) queue.stop();
  queues.clear();
  owner = userId;
}

/** The uploads into one holder. They go on whatever page is shown. */
export function queueOf(userId: string, holder: PhotoHolder): UploadQueue {
  handOver(userId);
  const key = 'areaSessionId' in holder ? holder.areaSessionId : holder.inspectionId;
  const queue = queues.get(key) ?? photoQueue(userId, holder);
  queues.set(key, queue);
  return queue;
}

function resume(): void {
  for (const queue of queues.values()) queue.resume();
}
window.addEventListener('online', resume);
onLiveReconnect(resume);
onSessionRenewed(resume);

/** Goes on with the uploads that a reload, a closed browser or a signing out cut off. */
export async function goOnUploading(userId: string): Promise<void> {
  handOver(userId);
  const byHolder = Map.groupBy(await keptPhotos(userId), ({ holder }: KeptPhoto) => JSON.stringify(holder));
  if (owner !== userId) return;
  for (const photos of byHolder.values()) if (photos[0]) queueOf(userId, photos[0].holder).restore(photos);
}
