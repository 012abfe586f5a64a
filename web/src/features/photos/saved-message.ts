import type { Photo } from '#contract/photos.ts';
import { onServerEvent } from '#web/lib/events.ts';
import { plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';

type Saved = Pick<Photo, 'id' | 'analysisStatus'>;

/** How long a message about an analysis is still about the photos that somebody just added, in ms. */
const worthTelling = 15_000;
/** An analysis can end before the message about its photo; so many of the latest are remembered. */
const remembered = 200;
const endedAnalyses = new Map<string, Photo['analysisStatus']>();
onServerEvent(({ type, payload }) => {
  if (type !== 'photo_analysed') return;
  endedAnalyses.set(payload.photoId, payload.status);
  for (const id of endedAnalyses.keys()) {
    if (endedAnalyses.size <= remembered) break;
    endedAnalyses.delete(id);
  }
});

const statusOf = ({ id, analysisStatus }: Saved) =>
  analysisStatus === 'pending' ? (endedAnalyses.get(id) ?? 'pending') : analysisStatus;

let stopWaiting = (): void => undefined;

function showMessage(photos: readonly Saved[]): void {
  const analysed = photos.every((photo) => statusOf(photo) === 'done');
  toast({
    title: analysed ? 'Photo Uploaded & Analyzed' : 'Photo uploaded successfully',
    description: photos.length > 1 ? plural(photos.length, 'photo') : undefined,
  });
}

/** One message for all photos that were sent together, and another in its place once all of them are analyzed. */
export function showSavedMessage(photos: readonly Saved[]): void {
  stopWaiting();
  showMessage(photos);
  if (!photos.some((photo) => statusOf(photo) === 'pending')) return;
  const stop = onServerEvent(() => {
    if (photos.some((photo) => statusOf(photo) === 'pending')) return;
    stopWaiting();
    if (photos.every((photo) => statusOf(photo) === 'done')) showMessage(photos);
  });
  const timer = setTimeout(() => stopWaiting(), worthTelling);
  stopWaiting = () => {
    stop();
    clearTimeout(timer);
    stopWaiting = () => undefined;
  };
}
