import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { takeShrunkTexts } from '#web/features/photos/upload/fitting-photos.ts';
import { onServerEvent } from '#web/lib/events.ts';
import { toast } from '#web/lib/toast.ts';

type Saved = Pick<Photo, 'id' | 'filename' | 'analysisStatus'>;

/** How long, in ms, to wait for the analyses; a later toast would surprise the person. */
const analysisTimeout = 15_000;
/** How many results to remember, because an analysis may finish before this page has saved its photo. */
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

function showMessage(photos: readonly Saved[], smaller: readonly string[]): void {
  const analyzed = photos.every((photo) => statusOf(photo) === 'done');
  const single = analyzed ? t('Photo Uploaded & Analyzed') : t('Photo uploaded successfully');
  const several = t(analyzed ? '{photos} photos uploaded and analyzed' : '{photos} photos uploaded', {
    photos: photos.length,
  });
  const [text, ...others] = smaller;
  const description = others.length > 0 ? t('{photos} photos made smaller', { photos: smaller.length }) : text;
  toast({ title: photos.length === 1 ? single : several, description });
}

/** Shows one message for all photos that were uploaded together, and replaces it once all are analyzed. */
export function showSavedMessage(photos: readonly Saved[]): void {
  stopWaiting();
  const smaller = takeShrunkTexts(photos.map(({ filename }) => filename));
  showMessage(photos, smaller);
  if (!photos.some((photo) => statusOf(photo) === 'pending')) return;
  const stop = onServerEvent(() => {
    if (photos.some((photo) => statusOf(photo) === 'pending')) return;
    stopWaiting();
    if (photos.every((photo) => statusOf(photo) === 'done')) showMessage(photos, smaller);
  });
  const timer = setTimeout(() => stopWaiting(), analysisTimeout);
  stopWaiting = () => {
    stop();
    clearTimeout(timer);
    stopWaiting = () => undefined;
  };
}
