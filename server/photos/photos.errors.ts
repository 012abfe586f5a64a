import { maxMarks } from '#contract/photo-marks.ts';
import { photoLimits } from '#contract/photos.ts';
import { fileTooLargeText } from '#contract/texts.ts';
import { declareError } from '#server/platform/http/problem.ts';

export const notAnUploadAddress = declareError({
  status: 400,
  code: 'not_an_upload_address',
  detail: 'This is not an address of an upload',
  field: 'url',
});
export const nothingUploaded = declareError({
  status: 400,
  code: 'photo_not_uploaded',
  detail: 'No file was uploaded to this address',
  field: 'url',
});
export const photoTooLarge = declareError({
  status: 413,
  code: 'photo_too_large',
  detail: (filename: string) => fileTooLargeText(filename, photoLimits.bytes),
});
export const hashDiffers = declareError({
  status: 422,
  code: 'photo_hash_differs',
  detail: 'The file that arrived is not the one that was sent; its SHA-256 differs',
});
export const uploadIsRecording = declareError({
  status: 409,
  code: 'upload_is_recording',
  detail: 'This upload is a recording already',
});
export const photoOfAnotherArea = declareError({
  status: 409,
  code: 'photo_of_another_area',
  detail: 'This upload is already a photo of another area',
});
export const photoIdInUse = declareError({
  status: 409,
  code: 'photo_id_in_use',
  detail: 'This id is already in use for another photo',
});
export const photoRemovedMeanwhile = declareError({
  status: 409,
  code: 'photo_removed_meanwhile',
  detail: 'This photo was registered and removed at the same moment',
});
export const pictureBeingPrepared = declareError({
  status: 503,
  code: 'picture_being_prepared',
  detail: 'The picture is still being prepared',
  headers: () => ({ 'retry-after': '5' }),
});

export const tooManyMarks = declareError({
  status: 409,
  code: 'photo_marks_full',
  detail: `A photo takes at most ${maxMarks} marks`,
});

export const voiceNoteNotSound = declareError({
  status: 415,
  code: 'voice_note_not_sound',
  detail: 'A voice note is a sound in WebM, Ogg or MP4',
});
export const voiceNoteNotFound = declareError({
  status: 404,
  code: 'voice_note_not_found',
  detail: 'This photo has no voice note',
});

/** Also the answer for another user's photo, so that ids cannot be probed. */
export const photoNotFound = declareError({ status: 404, code: 'photo_not_found', detail: 'Photo not found' });

export const documentHasNoPicture = declareError({
  status: 404,
  code: 'document_has_no_picture',
  detail: 'Picture of this document not found',
});

export const photoFileMissing = declareError({
  status: 410,
  code: 'photo_file_missing',
  detail: 'The file of this photo is missing on the server. Whoever runs it may find it in a backup',
});
export const photoFilesDeleted = declareError({
  status: 410,
  code: 'photo_files_deleted',
  detail: 'The files of this photo are kept no longer; its SHA-256 is',
});

export const photoOfReportedWork = declareError({
  status: 409,
  code: 'photo_of_reported_work',
  detail: 'This photo is proof of work that was reported as finished, so it is kept as evidence',
});

export const planItemNotFound = declareError({
  status: 404,
  code: 'plan_item_of_photo_not_found',
  detail: 'Item not found',
});
