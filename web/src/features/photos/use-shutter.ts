import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react';
import { t } from '#contract/language.ts';

/** A press of this many ms and more takes one photo after another. */
const holdAfter = 400;
/** Volume keys, where the browser passes them on, and the buttons of remote shutters, which send the same. */
const shutterKeys = new Set(['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown', t('Camera')]);

/** The shutter: a press takes a photo, holding it takes one after another until it is released or the queue is full. */
export function useShutter(canShoot: boolean, take: () => Promise<void>) {
  const ref = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasHeld = useRef(false);
  const [held, setHeld] = useState(false);
  const shoot = useEffectEvent(() => void take());
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (!shutterKeys.has(event.key)) return;
    event.preventDefault();
    if (canShoot && !event.repeat) void take();
  });

  useEffect(() => {
    if (!canShoot) return;
    // A disabled button loses the focus, so the shutter gets it back after each photo.
    ref.current?.focus();
    if (held) shoot();
  }, [canShoot, held]);
  useEffect(() => {
    const release = () => {
      clearTimeout(timer.current);
      setHeld(false);
    };
    const press = (event: KeyboardEvent) => pressKey(event);
    const ends = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const end of ends) window.addEventListener(end, release);
    window.addEventListener('keydown', press, true);
    return () => {
      release();
      for (const end of ends) window.removeEventListener(end, release);
      window.removeEventListener('keydown', press, true);
    };
  }, []);

  return {
    ref,
    // While it is held it must hear the release, also between two photos.
    disabled: !canShoot && !held,
    onPointerDown() {
      hasHeld.current = false;
      timer.current = setTimeout(() => {
        hasHeld.current = true;
        setHeld(true);
      }, holdAfter);
    },
    onClick({ detail }: MouseEvent) {
      // The click that ends a long press; one of the keyboard has no detail.
      if (hasHeld.current && detail > 0) return;
      if (canShoot) void take();
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
