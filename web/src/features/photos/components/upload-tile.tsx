import { Check, RotateCw, X } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { cn } from '#web/lib/cn.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BoxLayer, type PhotoBox } from '#web/ui/box-layer.tsx';
import { FilePreview } from '#web/ui/file-preview.tsx';

/** Whether a person must act on the upload. An interrupted one continues automatically. */
export const isFailed = ({ status, interrupted }: UploadItem): boolean => status === 'error' && !interrupted;

export const uploadText = ({ status, progress, error }: UploadItem): string =>
  status === 'error'
    ? (error ?? t('Upload failed'))
    : status === 'success'
      ? t('Uploaded')
      : status === 'pending'
        ? t('Waiting')
        : progress >= 100
          ? t('Saving…')
          : t('Uploading {progress}%', { progress: Math.round(progress) });

const roundButton = 'grid size-11 place-items-center rounded-full [&_svg]:size-5';
const onDark = 'bg-white text-[#14232b] hover:bg-white/85';
const onPicture = 'bg-[rgb(15_23_27/0.72)] text-white hover:bg-[rgb(15_23_27/0.9)]';

/** Whether an upload can be removed. A file that the server is saving can only be deleted later, as a photo. */
export const isRemovable = ({ status, progress }: UploadItem): boolean =>
  status === 'error' || status === 'pending' || (status === 'uploading' && progress < 100);

interface UploadTileProps {
  item: UploadItem;
  queue: UploadQueue;
  /** What this device's own detector saw while the file waits for a connection. */
  detection?: { boxes: readonly PhotoBox[]; ratio: number };
}

/** A file being uploaded, shown in the place of its future photo. */
export function UploadTile({ item, queue, detection }: UploadTileProps) {
  const failed = isFailed(item);
  const isWaiting = item.status === 'error' && !failed;
  const remove = (
    <button
      type="button"
      aria-label={t('Remove {name}', { name: item.file.name })}
      className={cn(roundButton, failed ? onDark : onPicture)}
      onClick={() => queue.remove(item.id)}
    >
      <X aria-hidden="true" />
    </button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="relative h-[150px] overflow-hidden rounded-card bg-sunken [container-type:size] sm:h-[180px]">
        <FilePreview
          src={item.preview}
          file={item.file}
          name={item.file.name}
          type={item.file.type}
          alt={item.file.name}
          className="opacity-80"
        />
        {detection && !failed && <BoxLayer boxes={detection.boxes} ratio={detection.ratio} fit="cover" />}
        {failed ? (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-2.5 bg-black/80 p-2.5 text-center text-small text-white">
            <span role="alert" className="font-semibold">
              {uploadText(item)}
            </span>
            <div className="flex gap-2.5">
              <button
                type="button"
                aria-label={t('Retry {name}', { name: item.file.name })}
                className={cn(roundButton, onDark)}
                onClick={() => queue.retry(item.id)}
              >
                <RotateCw aria-hidden="true" />
              </button>
              {remove}
            </div>
          </div>
        ) : (
          <>
            <div className="absolute top-2 end-2 flex gap-2">
              {isWaiting && (
                <button
                  type="button"
                  aria-label={t('Retry {name}', { name: item.file.name })}
                  className={cn(roundButton, onPicture)}
                  onClick={() => queue.retry(item.id)}
                >
                  <RotateCw aria-hidden="true" />
                </button>
              )}
              {isRemovable(item) && remove}
            </div>
            <div className="absolute inset-x-2 bottom-2 rounded-control bg-[rgb(15_23_27/0.72)] px-2 py-1.5 text-small text-white">
              <span className="flex items-center gap-1.5">
                {item.status === 'success' && <Check aria-hidden="true" className="size-4" />}
                {uploadText(item)}
              </span>
              <div
                role="progressbar"
                aria-label={t('Upload of {name}', { name: item.file.name })}
                aria-valuenow={Math.round(item.progress)}
                className="mt-1 h-1.5 overflow-hidden rounded-full bg-white/25"
              >
                <div
                  className="h-full rounded-full bg-white transition-[width] duration-200"
                  style={{ width: `${item.progress}%` }}
                />
              </div>
            </div>
          </>
        )}
      </div>
      <div className="flex min-h-[22px] items-center justify-between gap-2 text-small">
        <span className="min-w-0 truncate text-ink-2">{item.file.name}</span>
        <Badge tone={failed ? 'critical' : 'plain'}>
          {failed ? t('Failed') : isWaiting ? t('Waiting') : t('Upload')}
        </Badge>
      </div>
    </div>
  );
}
