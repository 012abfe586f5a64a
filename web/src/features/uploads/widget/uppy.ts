import Uppy, { type Body } from '@uppy/core';
import { formatBytes } from '#web/lib/format.ts';
import type { UploadTarget } from '#web/lib/transfer/upload-target.ts';
import type { UploadMeta } from '#web/features/uploads/widget/file-state.ts';
import { FileUploader } from '#web/features/uploads/widget/file-uploader.ts';

export interface MetaField {
  id: string;
  name: string;
  placeholder?: string;
  required?: boolean;
}

export interface UppyOptions {
  /** What the files are for: a later session of the same scope finds what this one did not finish. */
  scope: string;
  maxFiles: number;
  maxBytes: number;
  /** Types (image/*) and endings (.heic) that are taken. */
  accept: readonly string[];
  /** The same in words. */
  acceptText: string;
  metaFields: readonly MetaField[];
  target: UploadTarget;
}

/** Messages stay until the next thing is done, in ms; the longest time that a timer takes. */
const messageTime = 2_147_483_647;

/** What a widget takes that is not told otherwise. */
export const uploadDefaults = { maxFiles: 1, maxBytes: 10_485_760 } as const;

/** The state machine of an upload widget: what it takes, and how that is sent. It never starts by itself. */
export function createUppy(options: UppyOptions): Uppy<UploadMeta, Body> {
  const { scope, maxFiles, maxBytes, accept, acceptText, metaFields, target } = options;
  const uppy = new Uppy<UploadMeta, Body>({
    id: scope,
    autoProceed: false,
    restrictions: {
      maxNumberOfFiles: maxFiles,
      maxFileSize: maxBytes,
      allowedFileTypes: [...accept],
      requiredMetaFields: metaFields.filter(({ required }) => required).map(({ id }) => id),
      minFileSize: 1,
      minNumberOfFiles: null,
      maxTotalFileSize: null,
    },
    locale: {
      strings: {
        exceedsSize: `File %{file} is too large. Max size: ${formatBytes(maxBytes).replace(' ', '')}`,
        inferiorSize: 'An empty file was left out',
        // Each file says itself that it failed, and the bar below them that it waits for the connection.
        failedToUpload: '',
        noInternetConnection: '',
        connectedToInternet: '',
        youCanOnlyUploadFileTypes: `You can only upload: ${acceptText}`,
      },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
    infoTimeout: messageTime,
    // What fails is shown beside the file; the console keeps a trace of it.
    logger: { debug: () => undefined, warn: console.warn, error: console.warn },
  });
  return uppy.use(FileUploader, { target });
}
