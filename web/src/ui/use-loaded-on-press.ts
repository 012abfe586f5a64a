import { useState, type MouseEvent } from 'react';

/** For a menu whose code is loaded when the pointer or the focus reaches its button, and which is shown once it is pressed. */
export function useLoadedOnPress(load: () => Promise<unknown>) {
  const [press, setPress] = useState<'none' | 'pointer' | 'key'>('none');
  const preload = () => void load().catch(() => undefined);
  // A click made by a key has a detail of 0.
  const onClick = ({ detail }: MouseEvent) => setPress(detail === 0 ? 'key' : 'pointer');
  return {
    pressed: press !== 'none',
    byKey: press === 'key',
    events: { onPointerEnter: preload, onFocus: preload, onClick },
  };
}
