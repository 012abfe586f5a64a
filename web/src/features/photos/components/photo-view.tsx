import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { BoundingBox } from '#contract/analysis.ts';
import type { Severity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import type { Photo } from '#contract/photos.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { BoxEditor } from '#web/features/findings/components/box-editor.tsx';
import { findingBoxes, findingsOnPhoto, isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { PhotoMarking } from '#web/features/photos/components/photo-marking.tsx';
import { PhotoStage } from '#web/features/photos/components/photo-stage.tsx';
import { saveMarks, useMarks } from '#web/features/photos/photo-marks-kind.ts';
import { objectBoxes } from '#web/features/photos/object-boxes.ts';
import { cn } from '#web/lib/cn.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { discardAnswers } from '#web/ui/use-discard-guard.ts';
import { PhotoDialogPanel, type PanelMode } from './photo-dialog-panel.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import type { Scope } from '#web/lib/scope.ts';

export interface PhotoDialogProps {
  /** The area session or inspection that the photos belong to. */
  scope: Scope;
  /** The score of that area session or inspection. */
  scored: ScoredScope;
  /** The name of the area. */
  area: string;
  /** Whether the signed-in person may add findings. */
  mayAdd: boolean;
  photos: readonly Photo[];
  /** The local preview of a photo for which the server is still making copies. */
  previewOf?: (id: string) => string | undefined;
  /** Null while closed. */
  photoId: string | null;
  /** The finding to show first on that photo; by default the first one to decide on. */
  findingId?: string | null;
  onPhoto: (id: string | null) => void;
  onDelete?: (photo: Photo) => void;
}

const stepButton =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 disabled:opacity-0 md:grid [&_svg]:size-6';

/** The finding that is being added or edited. */
interface Draft {
  /** As it was when its editing began, because a new finding or somebody else's change may be selected or arrive meanwhile. */
  finding: Finding | null;
  box: BoundingBox | null;
  severity: Severity;
}

/** Whether a finding is viewed, edited or added, with the draft of the edit. */
function useFindingDraft(selected: Finding | null, stopEditingRef: OpenPhotoProps['stopEditingRef']) {
  const [mode, setMode] = useState<PanelMode>('view');
  const [draft, setDraft] = useState<Draft>({ finding: null, box: null, severity: 'medium' });
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = isTyped || draft.box !== (draft.finding?.boundingBox ?? null);
  // A layout effect, because a key may be pressed before other effects have run.
  useLayoutEffect(() => {
    stopEditingRef.current = () => {
      if (mode === 'view') return false;
      if (mode !== 'mark' && isUnsaved) setAsking(true);
      else setMode('view');
      return true;
    };
  }, [mode, isUnsaved, stopEditingRef]);
  return {
    mode,
    setMode,
    draft,
    noteEntry: () => setTyped(true),
    question: {
      open: isAsking,
      onOpenChange: setAsking,
      onConfirm() {
        setAsking(false);
        setMode('view');
      },
      ...discardAnswers,
    },
    setBox: (box: BoundingBox | null) => setDraft({ ...draft, box }),
    setSeverity: (severity: Severity) => setDraft({ ...draft, severity }),
    startEdit() {
      if (!selected) return;
      setTyped(false);
      setDraft({ finding: selected, box: selected.boundingBox, severity: selected.severity });
      setMode('edit');
    },
    startAdd() {
      setTyped(false);
      setDraft({ finding: null, box: null, severity: 'medium' });
      setMode('add');
    },
  };
}

interface NavigationProps {
  index: number;
  count: number;
  /** Hides the buttons to the neighboring photos. */
  editing: boolean;
  onStep: (step: number) => void;
}

/** The back button, the position of the photo, and buttons to the previous and next photo. */
function Navigation({ index, count, editing, onStep }: NavigationProps) {
  return (
    <>
      <div
        data-photo-bar
        className="pointer-events-none absolute inset-x-3 top-3 flex items-center justify-between pt-[env(safe-area-inset-top)]"
      >
        <Dialog.Close className="pointer-events-auto flex min-h-11 items-center gap-1 rounded-full bg-black/55 pe-4 ps-2.5 font-semibold text-white hover:bg-black/75">
          <ChevronLeft aria-hidden="true" className="size-5" />
          {t('Back')}
        </Dialog.Close>
        <Dialog.Title className="rounded-full bg-black/55 px-3 py-1.5 text-small font-semibold text-white">
          <span className="sr-only">{t('Photo')} </span>
          {t('{index} of {count}', { index: index + 1, count })}
        </Dialog.Title>
      </div>
      {!editing && (
        <>
          <button
            type="button"
            aria-label={t('Previous photo')}
            disabled={index <= 0}
            onClick={() => onStep(-1)}
            className={cn(stepButton, 'start-3')}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={t('Next photo')}
            disabled={index >= count - 1}
            onClick={() => onStep(1)}
            className={cn(stepButton, 'end-3')}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </>
      )}
    </>
  );
}

type OpenPhotoProps = PhotoDialogProps & {
  photo: Photo;
  /** Whether it was opened by a decision on another photo, so that the next decision has the focus. */
  afterDecision: boolean;
  /** Opens the photo with the next finding to decide on. */
  onNext: (id: string) => void;
  focusReturn: ReturnType<typeof useFocusReturn>;
  /** Set to a function that stops editing, or asks first, and returns whether something was being edited. */
  stopEditingRef: RefObject<(() => boolean) | null>;
};

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="application"]') !== null;

const firstToDecide = (findings: readonly Finding[]): Finding | null =>
  findings.find(({ status }) => status === 'pending') ?? findings.find(isOpenFinding) ?? findings[0] ?? null;

const noFindings: Finding[] = [];

/** The findings of the photo and the selected one. */
function useSelection({ scope, photo, photos, findingId = null, onNext }: OpenPhotoProps) {
  const { data = noFindings } = useFindings(scope);
  const findings = useMemo(() => findingsOnPhoto(data, photo.id), [data, photo.id]);
  const [selectedId, setSelectedId] = useState(findingId);
  const selected = findings.find(({ id }) => id === selectedId) ?? firstToDecide(findings);
  const index = photos.indexOf(photo);
  return {
    findings,
    selected,
    selectedWhole: data.find(({ id }) => id === selected?.id) ?? null,
    select: setSelectedId,
    /** Opens the next pending finding: first on this photo, then on later photos, then on earlier ones. */
    openNext(decided: Finding) {
      const pending = data.filter(({ id, status }) => status === 'pending' && id !== decided.id);
      const here = pending.find(({ photoId }) => photoId === photo.id);
      if (here) return setSelectedId(here.id);
      const next = [...photos.slice(index + 1), ...photos.slice(0, index)].find(({ id }) =>
        pending.some(({ photoId }) => photoId === id),
      );
      if (next) onNext(next.id);
      else setSelectedId(decided.id);
    },
  };
}

const pictureOf = ({ photo, previewOf, area }: OpenPhotoProps, index: number) => ({
  src: (photo.analysisStatus === 'pending' && previewOf?.(photo.id)) || photo.previewUrl,
  alt: t('Photo {index} of {area}', { index: index + 1, area }),
  width: photo.width,
  height: photo.height,
});

function OpenPhoto(props: OpenPhotoProps) {
  const { scope, scored, mayAdd, photos, photo, onPhoto, onDelete, focusReturn, stopEditingRef } = props;
  const selection = useSelection(props);
  const { findings, selected } = selection;
  const [showObjects, setShowObjects] = useState(false);
  const marks = useMarks(scope, photo);
  const [showMarks, setShowMarks] = useState(true);
  const editor = useFindingDraft(selected, stopEditingRef);
  const { mode, draft } = editor;
  const index = photos.indexOf(photo);
  const picture = pictureOf(props, index);
  function step(by: number) {
    const next = photos[index + by];
    if (next) onPhoto(next.id);
  }
  function save(after: PhotoMark[]) {
    saveMarks(scope, photo.id, marks, after);
    setShowMarks(true);
    editor.setMode('view');
  }
  // The box of a dismissed finding is drawn only while that finding is selected.
  const boxes = findingBoxes(findings.filter((finding) => isOpenFinding(finding) || finding === selected));
  const selectedBox = findings.length > 1 && selected?.boundingBox ? selected.id : null;

  return (
    <Dialog.Content
      {...focusReturn}
      aria-describedby={undefined}
      className="fixed inset-0 z-40 flex animate-fade-in flex-col bg-paper focus:outline-none lg:flex-row"
      onEscapeKeyDown={(event) => {
        if (stopEditingRef.current?.()) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (mode !== 'view' || isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'ArrowLeft') step(-1);
        if (event.key === 'ArrowRight') step(1);
      }}
    >
      {mode === 'mark' ? (
        <PhotoMarking picture={picture} marks={marks} onSave={save} onCancel={() => editor.setMode('view')} />
      ) : (
        <>
          <div className={cn('relative shrink-0 lg:h-full lg:flex-1', mode === 'view' ? 'h-[46dvh]' : 'h-[40dvh]')}>
            <PhotoStage
              {...picture}
              // The picture is loaded again after the analysis, because the server's copies may not have existed
              // before.
              pictureKey={photo.analysisStatus}
              marks={showMarks ? marks : []}
              boxes={[...(showObjects ? objectBoxes(photo) : []), ...boxes]}
              selected={showObjects ? null : selectedBox}
              onSelect={(id) => {
                if (findings.some((finding) => finding.id === id)) selection.select(id);
              }}
              onSwipe={step}
              overlay={
                mode === 'view' ? undefined : (
                  <BoxEditor box={draft.box} severity={draft.severity} onChange={editor.setBox} />
                )
              }
            />
            <Navigation index={index} count={photos.length} editing={mode !== 'view'} onStep={step} />
          </div>
          <PhotoDialogPanel
            scope={scope}
            scored={scored}
            mayAdd={mayAdd}
            photo={photo}
            findings={findings}
            selected={selected}
            selectedWhole={selection.selectedWhole}
            onSelect={selection.select}
            mode={mode}
            onMode={editor.setMode}
            onEdit={editor.startEdit}
            onAdd={editor.startAdd}
            edited={draft.finding}
            box={draft.box}
            onBox={editor.setBox}
            onSeverity={editor.setSeverity}
            onEntry={editor.noteEntry}
            onCancel={() => stopEditingRef.current?.()}
            showObjects={showObjects}
            onShowObjects={setShowObjects}
            onDecided={selection.openNext}
            focusDecision={props.afterDecision}
            marks={marks}
            showMarks={showMarks}
            onShowMarks={setShowMarks}
            onDelete={photo.abilities.delete && onDelete ? () => onDelete(photo) : undefined}
          />
        </>
      )}
      <DiscardDialog {...editor.question} />
    </Dialog.Content>
  );
}

/** The dialog itself; `photo-dialog.tsx` loads it. */
export default function PhotoView(props: PhotoDialogProps) {
  const photo = props.photos.find(({ id }) => id === props.photoId);
  const focusReturn = useFocusReturn(photo !== undefined);
  const stopEditingRef = useRef<(() => boolean) | null>(null);
  const [nextId, setNextId] = useState<string | null>(null);
  if (!photo && nextId !== null) setNextId(null);
  useBackCloses(photo !== undefined, () => {
    if (stopEditingRef.current?.()) return false;
    props.onPhoto(null);
    return true;
  });
  return (
    <Dialog.Root
      open={photo !== undefined}
      onOpenChange={(open) => {
        if (!open && !stopEditingRef.current?.()) props.onPhoto(null);
      }}
    >
      <Dialog.Portal>
        {photo && (
          <OpenPhoto
            key={photo.id}
            {...props}
            photo={photo}
            // A decision leads to an undecided finding, even on another photo of the one that was pressed.
            findingId={photo.id === nextId ? null : props.findingId}
            afterDecision={photo.id === nextId}
            onNext={(id) => {
              setNextId(id);
              props.onPhoto(id);
            }}
            focusReturn={focusReturn}
            stopEditingRef={stopEditingRef}
          />
        )}
      </Dialog.Portal>
    </Dialog.Root>
  );
}
