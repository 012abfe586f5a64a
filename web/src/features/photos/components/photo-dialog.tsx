import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { BoundingBox } from '#contract/analysis.ts';
import type { Severity } from '#contract/finding-categories.ts';
import type { Photo } from '#contract/photos.ts';
import { findingsQuery } from '#web/features/findings/api.ts';
import { BoxEditor } from '#web/features/findings/components/box-editor.tsx';
import { findingBoxes, isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { PhotoStage } from '#web/features/photos/components/photo-stage.tsx';
import { objectBoxes } from '#web/features/photos/object-boxes.ts';
import { cn } from '#web/lib/cn.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { PhotoDialogPanel, type PanelMode } from './photo-dialog-panel.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface PhotoDialogProps {
  /** What the photos' findings belong to. */
  scope: Scope;
  /** Name of the area. */
  area: string;
  /** The signed-in person may add findings. */
  mayAdd: boolean;
  photos: readonly Photo[];
  /** The local picture of a photo, while the server still prepares its copies. */
  previewOf?: (id: string) => string | undefined;
  /** Null while closed. */
  photoId: string | null;
  onPhoto: (id: string | null) => void;
  onDelete?: (photo: Photo) => void;
}

const stepButton =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 disabled:opacity-0 md:grid [&_svg]:size-6';

/** What is being written: the finding's new box, and how bad it is, for the box's colour. */
interface Draft {
  box: BoundingBox | null;
  severity: Severity;
}

type OpenPhotoProps = PhotoDialogProps & {
  photo: Photo;
  focusReturn: ReturnType<typeof useFocusReturn>;
  /** Set to what leaves the writing of a finding, and answers whether there was any. */
  stopEditingRef: RefObject<(() => boolean) | null>;
};

function OpenPhoto({
  scope,
  area,
  mayAdd,
  photos,
  previewOf,
  photo,
  onPhoto,
  onDelete,
  focusReturn,
  stopEditingRef,
}: OpenPhotoProps) {
  const { data: findings = [] } = useQuery(findingsQuery(scope));
  const own = findings.filter((finding) => finding.photoId === photo.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [mode, setMode] = useState<PanelMode>('view');
  const [draft, setDraft] = useState<Draft>({ box: null, severity: 'medium' });
  const [showObjects, setShowObjects] = useState(false);
  const selected = own.find(({ id }) => id === chosen) ?? own.find(isOpenFinding) ?? own[0] ?? null;
  const index = photos.indexOf(photo);

  // At once: a key may come before the effects of what was just saved.
  useLayoutEffect(() => {
    stopEditingRef.current = () => {
      setMode('view');
      return mode !== 'view';
    };
  }, [mode, stopEditingRef]);

  function go(step: number) {
    const next = photos[index + step];
    if (next) onPhoto(next.id);
  }
  const close = () => onPhoto(null);
  const startEdit = () => {
    if (!selected) return;
    setDraft({ box: selected.boundingBox, severity: selected.severity });
    setMode('edit');
  };
  const startAdd = () => {
    setDraft({ box: null, severity: 'medium' });
    setMode('add');
  };
  // A dismissed finding is drawn only while it is looked at.
  const boxes = findingBoxes(own.filter((finding) => isOpenFinding(finding) || finding === selected));

  return (
    <Dialog.Content
      {...focusReturn}
      aria-describedby={undefined}
      className="fixed inset-0 z-40 flex animate-fade-in flex-col bg-paper focus:outline-none lg:flex-row"
      onEscapeKeyDown={(event) => {
        if (stopEditingRef.current?.()) event.preventDefault();
      }}
      onKeyDown={(event) => {
        const typing =
          event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="application"]');
        if (mode !== 'view' || typing || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'ArrowLeft') go(-1);
        if (event.key === 'ArrowRight') go(1);
      }}
    >
      <div className={cn('relative shrink-0 lg:h-full lg:flex-1', mode === 'view' ? 'h-[46dvh]' : 'h-[40dvh]')}>
        <PhotoStage
          src={(photo.analysisStatus === 'pending' && previewOf?.(photo.id)) || photo.previewUrl}
          // The picture cannot be fetched before its copies are made; then it is asked for anew.
          pictureKey={photo.analysisStatus}
          alt={`Photo ${index + 1} of ${area}`}
          width={photo.width}
          height={photo.height}
          boxes={[...(showObjects ? objectBoxes(photo) : []), ...boxes]}
          selected={showObjects ? null : own.length > 1 && selected?.boundingBox ? selected.id : null}
          onSelect={(id) => {
            if (own.some((finding) => finding.id === id)) setChosen(id);
          }}
          onSwipe={go}
          overlay={
            mode === 'view' ? undefined : (
              <BoxEditor box={draft.box} severity={draft.severity} onChange={(box) => setDraft({ ...draft, box })} />
            )
          }
        />
        <div className="pointer-events-none absolute inset-x-3 top-3 flex items-center justify-between pt-[env(safe-area-inset-top)]">
          <Dialog.Close className="pointer-events-auto flex min-h-11 items-center gap-1 rounded-full bg-black/55 pr-4 pl-2.5 font-semibold text-white hover:bg-black/75">
            <ChevronLeft aria-hidden="true" className="size-5" />
            Back
          </Dialog.Close>
          <Dialog.Title className="rounded-full bg-black/55 px-3 py-1.5 text-small font-semibold text-white">
            <span className="sr-only">Photo </span>
            {index + 1} of {photos.length}
          </Dialog.Title>
        </div>
        {mode === 'view' && (
          <>
            <button
              type="button"
              aria-label="Previous photo"
              disabled={index <= 0}
              onClick={() => go(-1)}
              className={cn(stepButton, 'left-3')}
            >
              <ChevronLeft aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label="Next photo"
              disabled={index >= photos.length - 1}
              onClick={() => go(1)}
              className={cn(stepButton, 'right-3')}
            >
              <ChevronRight aria-hidden="true" />
            </button>
          </>
        )}
      </div>
      <PhotoDialogPanel
        scope={scope}
        mayAdd={mayAdd}
        photo={photo}
        findings={own}
        selected={selected}
        onSelect={setChosen}
        mode={mode}
        onMode={setMode}
        onEdit={startEdit}
        onAdd={startAdd}
        box={draft.box}
        onBox={(box) => setDraft({ ...draft, box })}
        onSeverity={(severity) => setDraft({ ...draft, severity })}
        showObjects={showObjects}
        onShowObjects={setShowObjects}
        onDelete={photo.abilities.delete && onDelete ? () => onDelete(photo) : undefined}
        onClose={close}
      />
    </Dialog.Content>
  );
}

/** A photo at large with its findings: to look at, confirm, dismiss, correct and complete. */
export function PhotoDialog(props: PhotoDialogProps) {
  const photo = props.photos.find(({ id }) => id === props.photoId);
  const focusReturn = useFocusReturn(photo !== undefined);
  const stopEditingRef = useRef<(() => boolean) | null>(null);
  useBackCloses(photo !== undefined, () => {
    if (stopEditingRef.current?.()) return false;
    props.onPhoto(null);
    return true;
  });
  return (
    <Dialog.Root
      open={photo !== undefined}
      onOpenChange={(open) => {
        if (!open) props.onPhoto(null);
      }}
    >
      <Dialog.Portal>
        {photo && (
          <OpenPhoto
            key={photo.id}
            {...props}
            photo={photo}
            focusReturn={focusReturn}
            stopEditingRef={stopEditingRef}
          />
        )}
      </Dialog.Portal>
    </Dialog.Root>
  );
}
