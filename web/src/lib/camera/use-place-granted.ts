import { useEffect, useState } from 'react';

/** Whether the location permission is granted already, because opening the camera must not ask for a second permission. */
export function usePlaceGranted(): boolean {
  const [granted, setGranted] = useState(false);
  useEffect(() => {
    let unmounted = false;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (!unmounted) setGranted(state === 'granted');
      })
      // Some browsers cannot be asked; their photos have no location.
      .catch(() => undefined);
    return () => {
      unmounted = true;
    };
  }, []);
  return granted;
}
