import { recordingListSchema, recordingSchema, type Recording, type RecordingInput } from '#contract/recordings.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';
import { isRetryableRegistration, partDelays, withRetries } from '#web/lib/retry-rules.ts';

/** The recordings of an inspection in the order of its timeline. */
export const recordingsQuery = (inspectionId: string) =>
  apiQuery(['/api/inspections', inspectionId, 'recordings'], recordingListSchema);

/** Registers a completed upload as a recording. A retry with the same id returns the same recording. */
export const registerRecording = (
  inspectionId: string,
  input: RecordingInput,
  signal: AbortSignal,
): Promise<Recording> =>
  withRetries(
    () =>
      api.post(`/api/inspections/${inspectionId}/recordings`, input, recordingSchema, {
        signal,
        redirectsOn401: false,
      }),
    { delays: partDelays, signal, retryable: isRetryableRegistration },
  );
