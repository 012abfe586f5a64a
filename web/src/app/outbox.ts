import '#web/features/areas/area-outbox.ts';
import '#web/features/checklists/answer-outbox.ts';
import '#web/features/findings/finding-outbox.ts';
import '#web/features/photos/photo-marks-kind.ts';
import '#web/features/photos/voice-note-kind.ts';
import '#web/features/photos/upload/photo-outbox.ts';
import '#web/features/recordings/recording-outbox.ts';
import '#web/features/runs/run-outbox.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';

/** Resumes the changes that this person left on the device; importing a kind above registers it. */
export const openOutbox = (userId: string): Promise<void> => outbox.open(userId);
