import { useSyncExternalStore } from 'react';
import { keeper, outbox } from '#web/lib/outbox/device-outbox.ts';
import { createDeviceRoom, type DeviceRoom } from '#web/lib/outbox/device-room.ts';

/** The storage room of this device, shared by all components. */
export const deviceRoom = createDeviceRoom(navigator.storage, { ...outbox, reserve: keeper.reserve });

/** How much room the device has for changes that are not sent yet. */
export const useDeviceRoom = (): DeviceRoom => useSyncExternalStore(deviceRoom.subscribe, deviceRoom.get);
