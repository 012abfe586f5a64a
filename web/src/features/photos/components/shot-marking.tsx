import { useEffect, useState } from 'react';
import { t } from '#contract/language.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { PhotoMarking } from '#web/features/photos/components/photo-marking.tsx';
import { saveMarks, useMarks } from '#web/features/photos/photo-marks-kind.ts';
import { useListedPhotos } from '#web/features/photos/upload/use-upload-queue.ts';
import type { Scope } from '#web/lib/scope.ts';

const noMarks: PhotoMark[] = [];

/** The marks on a photo that was just taken, even if it has not been uploaded yet. */
export function useShotMarks(scope: Scope, id: string): PhotoMark[] {
  const listed = useListedPhotos(scope)?.find((photo) => photo.id === id);
  const [unsent] = useState({ id, marks: noMarks });
  return useMarks(scope, listed ?? unsent);
}

interface ShotMarkingProps {
  scope: Scope;
  /** The id of its photo. */
  id: string;
  preview: string;
  onClose: () => void;
}

// Defined outside the component, so that React calls it only once.
const focus = (element: HTMLElement | null) => element?.focus();

/** Draws marks on a photo that was just taken, in place of the camera. */
export function ShotMarking({ scope, id, preview, onClose }: ShotMarkingProps) {
  const marks = useShotMarks(scope, id);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const picture = new Image();
    picture.src = preview;
    picture.onload = () => setSize({ width: picture.naturalWidth, height: picture.naturalHeight });
    return () => {
      picture.onload = null;
    };
  }, [preview]);
  return (
    <div
      ref={focus}
      tabIndex={-1}
      className="absolute inset-0 z-10 flex flex-col bg-paper text-ink focus:outline-none lg:flex-row"
    >
      {size && (
        <PhotoMarking
          picture={{ src: preview, alt: t('Taken just now'), ...size }}
          marks={marks}
          onSave={(after) => {
            saveMarks(scope, id, marks, after);
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </div>
  );
}
