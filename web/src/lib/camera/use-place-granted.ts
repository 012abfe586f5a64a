import { useEffect, useState } from 'react';

/** Whether the browser gives the place without asking: a camera that is opened must not raise a second question. */
export function usePlaceGranted(): boolean {
  const [granted, setGranted] = useState(false);
  useEffect(() => {
    let gone = false;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (!gone) setGranted(state === 'granted');
      })
      // Some browsers do not tell; then photos carry no place.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return granted;
}
