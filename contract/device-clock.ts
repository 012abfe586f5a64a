import { z } from 'zod';
import { timestamp } from './common.ts';

/** A change that a device made earlier names in this header, as JSON of `deviceClockInputSchema`, when that was. */
export const deviceClockHeader = 'device-clock';

/** The device's own account of when a change was made and sent; `elapsedMs` is null where the page did not stay open. */
export const deviceClockInputSchema = z.object({
  takenAt: z.iso.datetime(),
  sentAt: z.iso.datetime(),
  elapsedMs: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
});
export type DeviceClockInput = z.infer<typeof deviceClockInputSchema>;

/**
 * How the clock of a device compares with the server's. `offsetSeconds` is the server's time minus the device's when the
 * change was sent: positive for a clock that is slow. `setBack`: more time had passed than its clock says.
 */
export const deviceClockSchema = z.object({
  takenAt: timestamp,
  offsetSeconds: z.number().int(),
  elapsedSeconds: z.number().int().nullable(),
  setBack: z.boolean(),
});
export type DeviceClock = z.infer<typeof deviceClockSchema>;
/** A clock that differs less, in seconds, is right: requests take time. */
export const clockTolerance = 120;

/** What is wrong with the clock of a device; null where it is right or nothing is known. */
export function clockFault(clock: DeviceClock | null): 'set_back' | 'slow' | 'fast' | null {
  if (!clock) return null;
  if (clock.setBack) return 'set_back';
  if (Math.abs(clock.offsetSeconds) < clockTolerance) return null;
  return clock.offsetSeconds > 0 ? 'slow' : 'fast';
}
