import { useSyncExternalStore } from 'react';
import { keeper, outbox } from '#web/lib/outbox/device-outbox.ts';
import { createDeviceRoom, type DeviceRoom } from '#web/lib/outbox/device-room.ts';

/** The room of this device. */
export const deviceRoom = createDeviceRoom(navigator.storage, { ...outbox, reserve: keeper.reserve });

/** How much room the device has for what is not sent. */
export const useDeviceRoom = (): DeviceRoom => useSyncExternalStore(deviceRoom.subscribe, deviceRoom.get);
