import { useEffect, useState } from 'react';

const degrees = 180 / Math.PI;
/** Farther than this from upright the device looks at a floor or a ceiling, where nothing is level. */
const flat = 0.9;
/** What a person cannot see. */
export const levelWithin = 1;

/**
 * How far the picture leans to the right, in degrees from -180 to 180, by the angles of a DeviceOrientationEvent and of the
 * screen; null where the device lies flat or tells nothing.
 */
export function leanOf(beta: number | null, gamma: number | null, screenAngle: number): number | null {
  if (beta === null || gamma === null) return null;
  const [b, g] = [beta / degrees, gamma / degrees];
  // Gravity along the edges of the device.
  const [right, up, outward] = [Math.sin(g) * Math.cos(b), Math.sin(b), Math.cos(g) * Math.cos(b)];
  if (Math.abs(outward) > flat) return null;
  const lean = Math.atan2(right, up) * degrees + screenAngle;
  return lean - 360 * Math.round(lean / 360);
}

/** iPhones ask the person first, and only after a press. */
export function askForLevel(): void {
  const sensor = globalThis.DeviceOrientationEvent as { requestPermission?: () => Promise<unknown> } | undefined;
  sensor?.requestPermission?.().catch(() => undefined);
}

/** How far the picture leans; null where the device does not tell. */
export function useLean(on: boolean): number | null {
  const [lean, setLean] = useState<number | null>(null);
  useEffect(() => {
    if (!on) return;
    const read = ({ beta, gamma }: DeviceOrientationEvent) => {
      const next = leanOf(beta, gamma, screen.orientation?.angle ?? 0);
      // Half a degree is as fine as a hand is steady.
      setLean(next === null ? null : Math.round(next * 2) / 2);
    };
    window.addEventListener('deviceorientation', read);
    return () => {
      window.removeEventListener('deviceorientation', read);
      setLean(null);
    };
  }, [on]);
  return lean;
}
