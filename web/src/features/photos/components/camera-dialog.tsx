import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useCamera } from '#web/lib/camera/use-camera.ts';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { plural } from '#web/lib/format.ts';
import { toastError } from '#web/lib/toast.ts';
import { CameraCurtain, CameraTools } from '#web/features/photos/components/camera-controls.tsx';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';

interface CameraDialogProps {
  /** What is photographed, for example the area's name. */
  title: string;
  withPlace: boolean;
  /** Files that may still be taken; 0 makes the shutter wait. */
  room: number;
  onShot: (file: File) => void;
  onClose: () => void;
}

/** The camera over the whole screen: its shutter stands where the page's own stands, and takes one photo after another. */
export function CameraDialog({ title, withPlace, room, onShot, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const focusReturn = useFocusReturn();
  const camera = useCamera(video, { withPlace });
  const [shots, setShots] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  useBackCloses(true, () => {
    if (busy) return false;
    onClose();
    return true;
  });
  const content = useRef<HTMLDivElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const last = shots.at(-1);

  // A disabled button takes no focus: it gets it once it can be pressed, and again after each photo.
  const shootable = camera.ready && !busy && room > 0;
  useEffect(() => {
    if (shootable) shutter.current?.focus();
  }, [shootable]);

  async function take() {
    setBusy(true);
    try {
      const file = await camera.shoot();
      navigator.vibrate?.(15);
      setShots((taken) => {
        for (const shot of taken) URL.revokeObjectURL(shot);
        return [...taken.map(() => ''), URL.createObjectURL(file)];
      });
      onShot(file);
    } catch (error) {
      toastError('Error', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        // A photo that is being taken needs the open camera.
        if (!open && !busy) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus(event);
            event.preventDefault();
            content.current?.focus();
          }}
          className="fixed inset-0 z-50 flex flex-col bg-black text-white focus:outline-none"
        >
          <header className="flex min-h-14 items-center justify-between gap-3 px-4 pt-[env(safe-area-inset-top)]">
            <Dialog.Title className="truncate font-strong">{title}</Dialog.Title>
            <span role="status" className="text-small whitespace-nowrap text-white/80">
              {shots.length > 0 && `${plural(shots.length, 'photo')} taken`}
            </span>
          </header>
          <div className="relative min-h-0 flex-1 overflow-hidden">
            <video
              ref={video}
              autoPlay
              muted
              playsInline
              aria-label="Camera picture"
              className="size-full object-contain"
            />
            {shots.length > 0 && (
              <div
                key={shots.length}
                aria-hidden="true"
                className="pointer-events-none absolute inset-0 animate-flash bg-white"
              />
            )}
            <CameraCurtain camera={camera} />
            {room <= 0 && (
              <p
                role="status"
                className="absolute inset-x-4 bottom-4 rounded-control bg-black/70 px-3 py-2 text-center text-small"
              >
                Ten photos are waiting to upload. The next one can be taken in a moment.
              </p>
            )}
          </div>
          <footer className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 px-4 pt-3 pb-[max(22px,env(safe-area-inset-bottom))]">
            <div className="flex items-center gap-3">
              <Dialog.Close
                disabled={busy}
                className="min-h-11 rounded-card px-3 font-semibold hover:bg-white/15 focus-visible:outline-white"
              >
                Done
              </Dialog.Close>
              {last && (
                <img
                  key={last}
                  src={last}
                  alt="Taken last"
                  className="size-12 animate-rise rounded-control border-2 border-white/70 object-cover"
                />
              )}
            </div>
            <Shutter
              ref={shutter}
              inverted
              label="Take photo"
              className="focus-visible:outline-white"
              disabled={!shootable}
              onClick={() => void take()}
            />
            <CameraTools camera={camera} className="justify-end" />
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
