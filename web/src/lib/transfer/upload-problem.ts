import { t } from '#contract/language.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';

/** A request during which no byte moved for too long. */
export class StalledUpload extends NoConnection {
  constructor() {
    super(undefined, t('Nothing was sent for 5 minutes'));
    this.name = 'StalledUpload';
  }
}

export const unreadableMessage = t('This file can no longer be read on this device. Choose it again');

/** Whether the error says that the file was moved, changed, or withdrawn by the app that provided it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'NotReadableError');

/** The message for a failed upload, with the upload dashboard's wording. */
export function uploadProblem(error: unknown): string {
  if (error instanceof StalledUpload) return error.message;
  if (error instanceof NoConnection) return t('Unknown error');
  if (isUnreadable(error)) return unreadableMessage;
  if (!(error instanceof ApiError)) return (error instanceof Error && error.message) || t('Upload failed');
  if (error.status === 401) return t('Authorization required');
  return error.explained ? error.detail : 'Non 2xx';
}
