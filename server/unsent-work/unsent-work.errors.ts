import { declareError } from '#server/platform/http/problem.ts';

export const archiveExpected = declareError({
  status: 415,
  code: 'archive_expected',
  detail: 'The file must be a ZIP of unsent work',
});
export const archiveTooLarge = declareError({
  status: 413,
  code: 'archive_too_large',
  detail: 'The archive is larger than 4 GB',
});
export const archiveUnreadable = declareError({
  status: 422,
  code: 'archive_unreadable',
  detail: 'This is not a ZIP of unsent work, or it is damaged',
});
export const archiveOfSomebodyElse = declareError({
  status: 409,
  code: 'archive_of_somebody_else',
  detail: (username: string) => `This archive has the work of ${username}. Import it there`,
});
export const changeUnreadable = declareError({
  status: 422,
  code: 'change_unreadable',
  detail: 'The change could not be read',
});
export const changeUnknown = declareError({
  status: 422,
  code: 'change_unknown',
  detail: 'This server does not know this kind of change',
});
export const placeNotFound = declareError({
  status: 404,
  code: 'change_place_not_found',
  detail: 'What the change belongs to was not found',
});
export const fileLeftOut = declareError({
  status: 422,
  code: 'file_left_out',
  detail: 'Its file is not in the archive',
});
export const fileDamaged = declareError({
  status: 422,
  code: 'file_damaged',
  detail: 'Its file is damaged or too large',
});
export const fileUsedTwice = declareError({
  status: 422,
  code: 'file_used_twice',
  detail: 'Its file belongs to another change of the archive',
});
export const filesTooLarge = declareError({
  status: 422,
  code: 'files_too_large',
  detail: 'The files of the archive are larger than 4 GB together',
});
export const partlySent = declareError({
  status: 409,
  code: 'partly_sent',
  detail: 'The first part of this video is on the server and the rest in the archive. Its device can send the rest',
});
export const earlierChangeRefused = declareError({
  status: 409,
  code: 'earlier_change_refused',
  detail: 'A change before this one was not imported',
});
