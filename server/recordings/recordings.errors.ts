import { declareError } from '#server/platform/http/problem.ts';

export const noSuchRange = declareError({
  status: 416,
  code: 'no_such_recording_range',
  detail: 'The recording has no such range',
  headers: (size: number) => ({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' }),
});
export const recordingIdInUse = declareError({
  status: 409,
  code: 'recording_id_in_use',
  detail: 'This id is already in use for another recording',
});
export const uploadIsAnotherRecording = declareError({
  status: 409,
  code: 'upload_is_another_recording',
  detail: 'This upload is already another recording',
});
export const nothingUploaded = declareError({
  status: 400,
  code: 'recording_not_uploaded',
  detail: 'No file was uploaded under this key',
  field: 'key',
});
export const recordingTooLarge = declareError({
  status: 413,
  code: 'recording_too_large',
  detail: (maxBytes: number) => `The recording is larger than the limit of ${maxBytes} bytes`,
});
export const notAVideo = declareError({
  status: 415,
  code: 'not_a_video',
  detail: 'A recording is a WebM, MP4 or QuickTime video',
});

export const recordingFileMissing = declareError({
  status: 410,
  code: 'recording_file_missing',
  detail: 'The file of this recording is missing on the server. Whoever runs it may find it in a backup',
});

export const recordingFilesDeleted = declareError({
  status: 410,
  code: 'recording_files_deleted',
  detail: 'The files of this recording are kept no longer; its SHA-256 is',
});

/** Also the answer for another user's recording, so that ids cannot be probed. */
export const recordingNotFound = declareError({
  status: 404,
  code: 'recording_not_found',
  detail: 'Recording not found',
});

/** The recording itself is faulty, so a retry is useless. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording';
}
