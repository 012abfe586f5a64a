import { useEffect, useState } from 'react';

const degrees = 180 / Math.PI;
/**
 * If gravity's share along the viewing direction exceeds this, the camera points at a floor or ceiling, where nothing
 * is horizontal.
 */
const maxOutward = 0.9;
/** A tilt below this, in degrees, counts as level, because nobody can see it. */
export const levelTolerance = 1;

/**
 * How far the picture is tilted to the right, in degrees from -180 to 180, calculated from the angles of a
 * DeviceOrientationEvent and of the screen. Null if the device lies flat or reports no angles.
 */
export function tiltOf(beta: number | null, gamma: number | null, screenAngle: number): number | null {
  if (beta === null || gamma === null) return null;
  const [b, g] = [beta / degrees, gamma / degrees];
  // The components of gravity along the edges of the device.
  const [right, up, outward] = [Math.sin(g) * Math.cos(b), Math.sin(b), Math.cos(g) * Math.cos(b)];
  if (Math.abs(outward) > maxOutward) return null;
  const tilt = Math.atan2(right, up) * degrees + screenAngle;
  return tilt - 360 * Math.round(tilt / 360);
}

/** iPhones require the person's permission, and allow the request only in response to a press. */
export function requestOrientation(): void {
  const sensor = globalThis.DeviceOrientationEvent as { requestPermission?: () => Promise<unknown> } | undefined;
  sensor?.requestPermission?.().catch(() => undefined);
}

/** How far the picture is tilted, in degrees; null if the device does not report it. */
export function useTilt(on: boolean): number | null {
  const [tilt, setLean] = useState<number | null>(null);
  useEffect(() => {
    if (!on) return;
    const read = ({ beta, gamma }: DeviceOrientationEvent) => {
      const next = tiltOf(beta, gamma, screen.orientation?.angle ?? 0);
      // A hand is not steadier than half a degree.
      setLean(next === null ? null : Math.round(next * 2) / 2);
    };
    window.addEventListener('deviceorientation', read);
    return () => {
      window.removeEventListener('deviceorientation', read);
      setLean(null);
    };
  }, [on]);
  return tilt;
}
