import '#web/features/photos/upload/photo-outbox.ts';
import '#web/features/recordings/recording-outbox.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';

/** Goes on with what a person left on this device, of every kind that is imported here. */
export const openOutbox = (userId: string): Promise<void> => outbox.open(userId);
