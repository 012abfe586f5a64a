import { useState } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { isFailed } from '#web/features/photos/components/upload-tile.tsx';
import { UploadSheet } from '#web/features/photos/components/upload-sheet.tsx';
import {
  unsavedUploads,
  unfinished,
  type UploadItem,
  type UploadQueue,
} from '#web/features/photos/upload/upload-queue.ts';

/** A summary of the current uploads that opens the queue; hidden without uploads. */
export function UploadLine({ uploads, queue }: { uploads: readonly UploadItem[]; queue: UploadQueue }) {
  const [showQueue, setShowQueue] = useState(false);
  const failed = uploads.filter(isFailed).length;
  const left = unfinished(uploads).length;
  const onDevice = unsavedUploads(uploads).length === 0;
  return (
    <>
      {uploads.length > 0 && (
        <div className="flex min-h-11 items-center justify-between gap-3 text-small">
          <span role="status">
            {failed > 0 ? (
              <b className="font-strong text-critical">
                {t('{uploads} failed', { uploads: plural(failed, 'upload') })}
              </b>
            ) : left > 0 ? (
              <>
                <b className="font-strong">{t('{left} waiting', { left })}</b> {t('to upload')}
                {onDevice && t(', saved on this device')}
              </>
            ) : (
              <b className="font-strong text-good">
                {t('{photos} uploaded', { photos: plural(uploads.length, 'photo') })}
              </b>
            )}
          </span>
          <button
            type="button"
            onClick={() => setShowQueue(true)}
            className="min-h-11 font-semibold whitespace-nowrap text-accent hover:underline"
          >
            {t('Show queue')}
          </button>
        </div>
      )}
      <UploadSheet items={uploads} queue={queue} open={showQueue} onOpenChange={setShowQueue} />
    </>
  );
}
