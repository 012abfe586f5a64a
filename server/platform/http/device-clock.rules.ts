import {
  clockTolerance,
  deviceClockInputSchema,
  type DeviceClock,
  type DeviceClockInput,
} from '#contract/device-clock.ts';

/** Compares the device's clock with the server's at the moment when the request arrived. */
export function compareClocks(input: DeviceClockInput, now: Date): DeviceClock {
  const [takenAt, sentAt] = [Date.parse(input.takenAt), Date.parse(input.sentAt)];
  const passedByClock = (sentAt - takenAt) / 1000;
  const elapsedSeconds = input.elapsedMs === null ? null : Math.round(input.elapsedMs / 1000);
  return {
    takenAt: new Date(takenAt).toISOString(),
    offsetSeconds: Math.round((now.getTime() - sentAt) / 1000),
    elapsedSeconds,
    // The other way round proves nothing: a device that sleeps does not count its elapsed time.
    setBack: elapsedSeconds !== null && elapsedSeconds - passedByClock > clockTolerance,
  };
}

/** Parses the header with which a device says when it made a change; null for anything else. */
export function parseDeviceClock(header: string): DeviceClockInput | null {
  try {
    return deviceClockInputSchema.parse(JSON.parse(header));
  } catch {
    return null;
  }
}
