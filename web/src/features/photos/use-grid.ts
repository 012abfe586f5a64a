import { useState } from 'react';

const storageKey = 'innspect.camera-grid';

/** Whether the camera shows a grid; the choice is stored on this device. */
export function useGrid(): [on: boolean, setOn: (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(storageKey) !== null;
    } catch {
      return false;
    }
  });
  return [
    on,
    (next) => {
      setOn(next);
      try {
        if (next) localStorage.setItem(storageKey, 'on');
        else localStorage.removeItem(storageKey);
      } catch {
        // Storage can be blocked; the choice then lasts until the camera is closed.
      }
    },
  ];
}
