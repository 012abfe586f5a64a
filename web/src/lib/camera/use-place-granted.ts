import { useEffect, useState } from 'react';

/** Whether the location permission was granted before. Opening the camera must not ask for a second permission. */
export function usePlaceGranted(): boolean {
  const [granted, setGranted] = useState(false);
  useEffect(() => {
    let unmounted = false;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (!unmounted) setGranted(state === 'granted');
      })
      // Some browsers cannot query permissions; photos taken there have no location.
      .catch(() => undefined);
    return () => {
      unmounted = true;
    };
  }, []);
  return granted;
}
