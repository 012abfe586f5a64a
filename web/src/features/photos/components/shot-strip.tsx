import { PenLine, RotateCcw, Trash2 } from 'lucide-react';
import { t } from '#contract/language.ts';
import { useShotMarks } from '#web/features/photos/components/shot-marking.tsx';
import { VoiceNote } from '#web/features/photos/components/voice-note.tsx';
import { useListedPhotos } from '#web/features/photos/upload/use-upload-queue.ts';
import type { Shot } from '#web/features/photos/use-shots.ts';
import type { Scope } from '#web/lib/scope.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Button } from '#web/ui/button.tsx';

interface ShotStripProps {
  /** The latest photos, newest first. */
  shots: readonly Shot[];
  /** The number of all photos taken. */
  count: number;
  /** The photo that is shown over the camera picture. */
  shown: Shot | null;
  onShow: (shot: Shot | null) => void;
}

/** The photos that were just taken; pressing one shows it over the camera picture. */
export function ShotStrip({ shots, count, shown, onShow }: ShotStripProps) {
  if (shots.length === 0) return null;
  return (
    <ul aria-label={t('Photos taken')} className="flex gap-2 overflow-x-auto px-4 pt-3">
      {shots.map((shot, index) => (
        <li key={shot.preview} className="shrink-0">
          <button
            type="button"
            aria-label={t('Look at photo {count}', { count: count - index })}
            aria-pressed={shown === shot}
            className="block rounded-control border-2 border-white/70 focus-visible:outline-white aria-pressed:border-white"
            onClick={() => onShow(shown === shot ? null : shot)}
          >
            <img
              src={shot.preview}
              alt={index === 0 ? t('Latest shot') : ''}
              className="size-12 animate-rise rounded-[6px] object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ShotViewProps {
  shown: Shot;
  scope: Scope;
  /** The id of its photo. */
  id: string;
  onMark: () => void;
  /** Deletes the photo; undefined if it has been sent. */
  onDelete: (() => void) | undefined;
  onBack: () => void;
}

/** A photo that was just taken, shown in place of the camera picture with its actions. */
export function ShotView({ shown, scope, id, onMark, onDelete, onBack }: ShotViewProps) {
  const marks = useShotMarks(scope, id);
  const photo = useListedPhotos(scope)?.find((each) => each.id === id) ?? { id, voiceNote: null };
  return (
    <div className="absolute inset-0 bg-black">
      <BoxedPhoto
        src={shown.preview}
        alt={t('Taken just now')}
        marks={marks}
        fit="contain"
        loading="eager"
        className="size-full rounded-none bg-transparent"
      />
      <button
        type="button"
        aria-label={t('Back to the camera')}
        className="absolute inset-0 focus-visible:-outline-offset-2 focus-visible:outline-white"
        onClick={onBack}
      />
      <div className="absolute inset-x-4 bottom-4 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" className="min-h-12" onClick={onMark}>
          <PenLine aria-hidden="true" />
          {t('Mark Up')}
        </Button>
        <VoiceNote scope={scope} photo={photo} mayRecord overPicture />
        {onDelete && (
          <>
            <Button variant="secondary" className="min-h-12" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
              {t('Delete')}
            </Button>
            <Button
              variant="secondary"
              className="min-h-12"
              onClick={() => {
                onDelete();
                onBack();
              }}
            >
              <RotateCcw aria-hidden="true" />
              {t('Retake')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Says that a photo was deleted and offers to undo that. */
export function DeletedNote({ onUndo }: { onUndo: () => void }) {
  return (
    <p role="status" className="flex min-h-12 items-center justify-center gap-3 px-4 text-small">
      {t('Photo deleted')}
      <button
        type="button"
        className="min-h-12 px-3 font-semibold underline focus-visible:outline-white"
        onClick={onUndo}
      >
        {t('Undo')}
      </button>
    </p>
  );
}
