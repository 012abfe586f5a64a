import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react';

/** Holding the shutter for this long, in ms, starts taking one photo after another. */
const holdDelay = 400;
/** Volume keys, if the browser reports them, and the keys that remote shutters send. */
const shutterKeys = new Set(['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown', 'Camera']);

/** The shutter: a press takes one photo, and holding it takes photos until it is released or the queue is full. */
export function useShutter(canShoot: boolean, take: () => Promise<void>) {
  const ref = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tookWhileHeld = useRef(false);
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
    if (!held) return;
    // Only here, because a busy page may handle a short press after the delay, and its click must then take the photo.
    tookWhileHeld.current = true;
    shoot();
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
    // While held, the button stays enabled between two photos, or it would miss the release.
    disabled: !canShoot && !held,
    onPointerDown() {
      tookWhileHeld.current = false;
      timer.current = setTimeout(() => setHeld(true), holdDelay);
    },
    onClick({ detail }: MouseEvent) {
      // Ignores the click that ends a long press. Clicks by keyboard have a detail of 0.
      if (tookWhileHeld.current && detail > 0) return;
      if (canShoot) void take();
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
