import { Dialog } from 'radix-ui';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import type { ShotActions } from '#web/features/photos/shot-actions.ts';
import { useShots, type Shot } from '#web/features/photos/use-shots.ts';
import { useShutter } from '#web/features/photos/use-shutter.ts';
import { useCamera } from '#web/lib/camera/use-camera.ts';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { useDeviceRoom } from '#web/lib/use-device-room.ts';
import {
  CameraCurtain,
  CameraTools,
  Grid,
  GridButton,
  ZoomChoice,
} from '#web/features/photos/components/camera-controls.tsx';
import { ShotMarking } from '#web/features/photos/components/shot-marking.tsx';
import { DeletedNote, ShotStrip, ShotView } from '#web/features/photos/components/shot-strip.tsx';
import { useGrid } from '#web/features/photos/use-grid.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';

export interface CameraDialogProps {
  /** The subject of the photos, such as the area's name. */
  title: string;
  withPlace: boolean;
  /** A field for the room in which the photos are taken. */
  roomField: ReactNode;
  /** An earlier photo to overlay on the picture, so that the next one is taken from the same place. */
  ghost?: string;
  /** How many more photos fit into the upload queue. */
  room: number;
  onShot: (file: File) => void;
  /** The actions for photos that were just taken; omitted if the camera closes after one photo. */
  actions?: ShotActions;
  onClose: () => void;
}

const queueFullNotice = t('Ten photos are waiting to upload. You can take the next one in a moment.');
const fullNotice = t(
  'This device has no space for another photo. Your photos are safe. Send them, or delete other files from the device.',
);

interface PictureProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: ReturnType<typeof useCamera>;
  /** The number of photos taken; the picture flashes for each new one. */
  count: number;
  /** Why no photo can be taken now; null if one can. */
  notice: string | null;
  grid: boolean;
  /** A photo that was just taken, shown over the camera picture. */
  children: ReactNode;
  ghost: { src: string; opacity: number } | null;
}

function Picture({ video, camera, count, notice, grid, children, ghost }: PictureProps) {
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={t('Camera picture')}
        className="size-full object-contain"
      />
      {ghost && (
        <img
          src={ghost.src}
          alt={t('Earlier photo over the camera')}
          className="pointer-events-none absolute inset-0 size-full object-contain"
          style={{ opacity: ghost.opacity / 100 }}
        />
      )}
      {grid && <Grid />}
      {count > 0 && (
        <div key={count} aria-hidden="true" className="pointer-events-none absolute inset-0 animate-flash bg-white" />
      )}
      <CameraCurtain camera={camera} />
      {children}
      {notice && (
        <p
          role="status"
          className="absolute inset-x-4 bottom-4 rounded-control bg-black/70 px-3 py-2 text-center text-small"
        >
          {notice}
        </p>
      )}
    </div>
  );
}

/** Sets the opacity of the earlier photo. */
function GhostSlider({ opacity, onOpacity }: { opacity: number; onOpacity: (percent: number) => void }) {
  return (
    <label className="mx-auto flex min-h-11 w-full max-w-[420px] items-center gap-3 px-4 text-small">
      <span className="whitespace-nowrap">{t('Earlier photo')}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={opacity}
        aria-valuetext={t('{opacity}% visible', { opacity })}
        className="h-11 min-w-0 flex-1 accent-white focus-visible:outline-white"
        onChange={(event) => onOpacity(event.target.valueAsNumber)}
      />
      <span aria-hidden="true" className="w-10 text-end tabular-nums">
        {opacity}%
      </span>
    </label>
  );
}

interface CameraFooterProps {
  shutter: ReturnType<typeof useShutter>;
  busy: boolean;
  tools: ReactNode;
}

function CameraFooter({ shutter, busy, tools }: CameraFooterProps) {
  return (
    <footer className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 px-4 pt-3 pb-[max(22px,env(safe-area-inset-bottom))]">
      <div className="flex items-center gap-3">
        <Dialog.Close
          disabled={busy}
          className="min-h-11 rounded-card px-3 font-semibold hover:bg-white/15 focus-visible:outline-white"
        >
          {t('Done')}
        </Dialog.Close>
      </div>
      <Shutter
        {...shutter}
        inverted
        label={t('Take photo')}
        className="touch-none select-none focus-visible:outline-white"
      />
      <div className="flex justify-end gap-2">{tools}</div>
    </footer>
  );
}

interface CameraScreenProps {
  ref: RefObject<HTMLDivElement | null>;
  title: string;
  /** The number of photos taken. */
  count: number;
  /** A photo is being taken, so the camera must stay open. */
  busy: boolean;
  /** Returns true if Escape was used for something other than closing the camera. */
  onEscape: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dark full-screen dialog. */
function CameraScreen({ ref, title, count, busy, onEscape, onClose, children }: CameraScreenProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        // The camera stays open until the current photo is taken.
        if (!open && !busy) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Content
          ref={ref}
          aria-describedby={undefined}
          {...focusReturn}
          onEscapeKeyDown={(event) => {
            if (onEscape()) event.preventDefault();
          }}
          // The screen below has its own keys, and React bubbles the events of a portal to it.
          onKeyDown={(event) => event.stopPropagation()}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus(event);
            event.preventDefault();
            ref.current?.focus();
          }}
          className="fixed inset-0 z-50 flex flex-col bg-black text-white focus:outline-none"
        >
          <header className="flex min-h-14 items-center justify-between gap-3 px-4 pt-[env(safe-area-inset-top)]">
            <Dialog.Title className="truncate font-strong">{title}</Dialog.Title>
            <span role="status" className="text-small whitespace-nowrap text-white/80">
              {count > 0 && t('{photos} taken', { photos: plural(count, 'photo') })}
            </span>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The camera itself; `camera-dialog.tsx` loads it. */
export default function CameraView({
  title,
  withPlace,
  roomField,
  ghost,
  room,
  onShot,
  actions,
  onClose,
}: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [opacity, setOpacity] = useState(45);
  const [grid, setGrid] = useGrid();
  const [large, setLarge] = useState<Shot | null>(null);
  const deviceFull = useDeviceRoom().level === 'full';
  const camera = useCamera(video, { withPlace });
  const { count, latest, busy, take, remove, undo } = useShots(camera.shoot, onShot, actions);
  // The enlarged photo, as long as it is still in the strip, which drops the oldest ones.
  const shown = large !== null && latest.includes(large) ? large : null;
  const shownId = shown && actions?.idOf(shown.file);
  const [marking, setMarking] = useState(false);
  function endMarking(): boolean {
    setMarking(false);
    if (marking) content.current?.focus();
    return marking;
  }
  useBackCloses(true, () => {
    if (endMarking() || busy) return false;
    onClose();
    return true;
  });
  const canShoot = camera.ready && !busy && room > 0 && !deviceFull && !marking;
  const shutter = useShutter(canShoot, take);

  return (
    <CameraScreen ref={content} title={title} count={count} busy={busy} onEscape={endMarking} onClose={onClose}>
      {roomField && <div className="mx-auto w-full max-w-[420px] px-4 pb-2">{roomField}</div>}
      <Picture
        video={video}
        camera={camera}
        count={count}
        notice={deviceFull ? fullNotice : room > 0 ? null : queueFullNotice}
        grid={grid && camera.ready}
        ghost={ghost && camera.ready ? { src: ghost, opacity } : null}
      >
        {shown && actions && shownId && (
          <ShotView
            key={shownId}
            shown={shown}
            scope={actions.scope}
            id={shownId}
            onMark={() => setMarking(true)}
            onDelete={actions.isRemovable(shown.file) ? () => remove(shown) : undefined}
            onBack={() => setLarge(null)}
          />
        )}
      </Picture>
      <ZoomChoice camera={camera} />
      {undo && <DeletedNote onUndo={undo} />}
      <ShotStrip shots={latest} count={count} shown={shown} onShow={setLarge} />
      {ghost && <GhostSlider opacity={opacity} onOpacity={setOpacity} />}
      <CameraFooter
        shutter={shutter}
        busy={busy}
        tools={
          <>
            <GridButton on={grid} onChange={setGrid} />
            <CameraTools camera={camera} />
          </>
        }
      />
      {marking && shown && actions && shownId && (
        <ShotMarking scope={actions.scope} id={shownId} preview={shown.preview} onClose={endMarking} />
      )}
    </CameraScreen>
  );
}
