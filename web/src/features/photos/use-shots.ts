import { t } from '#contract/language.ts';
import { useEffect, useRef, useState } from 'react';
import type { ShotActions } from '#web/features/photos/shot-actions.ts';
import { toastError } from '#web/lib/toast.ts';

export interface Shot {
  file: File;
  /** Address of a local preview. */
  preview: string;
}

/** How many photos the strip shows. The number is limited because each one takes memory. */
const stripLength = 20;

/** Takes photos and keeps the latest ones, newest first. Those that are not sent yet can be deleted. */
export function useShots(shoot: () => Promise<File>, onShot: (file: File) => void, actions: ShotActions | undefined) {
  const [shots, setShots] = useState<{ count: number; latest: readonly Shot[] }>({ count: 0, latest: [] });
  const [busy, setBusy] = useState(false);
  const [undo, setUndo] = useState<(() => void) | null>(null);
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const made = previews.current;
    return () => made.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);

  function add(file: File) {
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    const dropped = shots.latest[stripLength - 1];
    if (dropped) URL.revokeObjectURL(dropped.preview);
    setShots(({ count, latest }) => ({
      count: count + 1,
      latest: [{ file, preview }, ...latest].slice(0, stripLength),
    }));
  }
  async function take() {
    setBusy(true);
    try {
      const file = await shoot();
      navigator.vibrate?.(15);
      setUndo(null);
      add(file);
      onShot(file);
    } catch (error) {
      toastError(t('Error'), error);
    } finally {
      setBusy(false);
    }
  }
  function remove({ file }: Shot) {
    if (!actions?.isRemovable(file)) return;
    const before = shots;
    const restore = actions.remove(file);
    setShots({ count: shots.count - 1, latest: shots.latest.filter((each) => each.file !== file) });
    setUndo(() => () => {
      restore();
      setShots(before);
      setUndo(null);
    });
  }
  return { ...shots, busy, take, remove, undo };
}
