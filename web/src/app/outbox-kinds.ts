/** The kinds of changes; each registers itself with the outbox. */
import '#web/features/areas/area-outbox.ts';
import '#web/features/checklists/answer-outbox.ts';
import '#web/features/findings/finding-outbox.ts';
import '#web/features/photos/photo-marks-kind.ts';
import '#web/features/photos/voice-note-kind.ts';
import '#web/features/photos/upload/photo-outbox.ts';
import '#web/features/recordings/recording-outbox.ts';
import '#web/features/runs/run-outbox.ts';
