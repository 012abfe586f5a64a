import { recordingListSchema, recordingSchema, type Recording, type RecordingInput } from '#contract/recordings.ts';
import { apiQuery } from '#web/lib/query.ts';
import { callToRegister } from '#web/lib/transfer/call.ts';

/** The recordings of an inspection in the order of its timeline. */
export const recordingsQuery = (inspectionId: string) =>
  apiQuery(['/api/inspections', inspectionId, 'recordings'], recordingListSchema);

/** Takes a completed upload as a recording. The same id again answers the same recording. */
export const registerRecording = (
  inspectionId: string,
  input: RecordingInput,
  signal: AbortSignal,
): Promise<Recording> =>
  callToRegister(
    { method: 'POST', path: `/api/inspections/${inspectionId}/recordings`, body: input, signal },
    recordingSchema,
  );
