import { RotateCw, X } from 'lucide-react';
import { t } from '#contract/language.ts';
import { formatBytes } from '#contract/texts.ts';
import { isFailed, isRemovable, uploadText } from '#web/features/photos/components/upload-tile.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';
import { FilePreview } from '#web/ui/file-preview.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

function Row({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const failed = isFailed(item);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="size-12 shrink-0 overflow-hidden rounded-control">
        <FilePreview src={item.preview} file={item.file} name={item.file.name} type={item.file.type} alt="" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="truncate font-medium">{item.file.name}</span>
        <Progress
          value={item.progress}
          label={t('Upload of {name}', { name: item.file.name })}
          tone={failed ? 'critical' : 'accent'}
        />
        <span className={failed ? 'text-small font-medium text-critical' : 'text-small text-ink-2'}>
          {uploadText(item)} · {formatBytes(item.file.size)}
        </span>
      </div>
      {item.status === 'error' && (
        <IconButton
          label={t('Retry {name}', { name: item.file.name })}
          tooltip={false}
          onClick={() => queue.retry(item.id)}
        >
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      {isRemovable(item) && (
        <IconButton
          label={t('Remove {name}', { name: item.file.name })}
          tooltip={false}
          onClick={() => queue.remove(item.id)}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

interface UploadSheetProps {
  items: readonly UploadItem[];
  queue: UploadQueue;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All files in the upload queue with their progress. */
export function UploadSheet({ items, queue, open, onOpenChange }: UploadSheetProps) {
  const failed = items.filter(({ status }) => status === 'error');
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        title={t('Uploads')}
        size="sm"
        footer={
          failed.length > 1 ? (
            <Button variant="secondary" onClick={() => failed.forEach(({ id }) => queue.retry(id))}>
              {t('Retry all')}
            </Button>
          ) : undefined
        }
      >
        {items.length > 0 ? (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Row key={item.id} item={item} queue={queue} />
            ))}
          </ul>
        ) : (
          <p className="py-4 text-ink-2">{t('Everything is uploaded.')}</p>
        )}
      </SheetContent>
    </Sheet>
  );
}
