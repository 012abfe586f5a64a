import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { onServerEvent } from '#web/lib/events.ts';
import { toast } from '#web/lib/toast.ts';

type Saved = Pick<Photo, 'id' | 'analysisStatus'>;

/** Give up waiting for analyses after this; a later toast would surprise. */
const analysisTimeout = 15_000;
/** The number of results to remember, because an analysis can end before its photo is saved on this page. */
const maxRemembered = 200;
const endedAnalyses = new Map<string, Photo['analysisStatus']>();
onServerEvent(({ type, payload }) => {
  if (type !== 'photo_analysed') return;
  endedAnalyses.set(payload.photoId, payload.status);
  for (const id of endedAnalyses.keys()) {
    if (endedAnalyses.size <= maxRemembered) break;
    endedAnalyses.delete(id);
  }
});

const statusOf = ({ id, analysisStatus }: Saved) =>
  analysisStatus === 'pending' ? (endedAnalyses.get(id) ?? 'pending') : analysisStatus;

let stopWaiting = (): void => undefined;

function showMessage(photos: readonly Saved[]): void {
  const analyzed = photos.every((photo) => statusOf(photo) === 'done');
  const single = analyzed ? t('Photo Uploaded & Analyzed') : t('Photo uploaded successfully');
  const several = t(analyzed ? '{photos} photos uploaded and analyzed' : '{photos} photos uploaded', {
    photos: photos.length,
  });
  toast({ title: photos.length === 1 ? single : several });
}

/** Shows one message for all photos that were uploaded together, and replaces it once all of them are analyzed. */
export function showSavedMessage(photos: readonly Saved[]): void {
  stopWaiting();
  showMessage(photos);
  if (!photos.some((photo) => statusOf(photo) === 'pending')) return;
  const stop = onServerEvent(() => {
    if (photos.some((photo) => statusOf(photo) === 'pending')) return;
    stopWaiting();
    if (photos.every((photo) => statusOf(photo) === 'done')) showMessage(photos);
  });
  const timer = setTimeout(() => stopWaiting(), analysisTimeout);
  stopWaiting = () => {
    stop();
    clearTimeout(timer);
    stopWaiting = () => undefined;
  };
}
