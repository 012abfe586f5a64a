import { useMutation, useQuery } from '@tanstack/react-query';
import { CloudDownload, CircleCheck } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { formatBytes } from '#contract/texts.ts';
import { downloadRun, offlineCopyOf, offlineStorage } from '#web/features/runs/offline-copy.ts';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { toastError } from '#web/lib/toast.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/meter.tsx';

/** Shows whether this run can be inspected without a connection, with a button to download it. */
export function OfflineLine({ run, alsoDownload }: { run: Run; alsoDownload: () => Promise<void> }) {
  const online = useOnline();
  const canStore = useSyncExternalStore(offlineStorage.subscribe, offlineStorage.isThere);
  const [share, setShare] = useState(0);
  const copy = useQuery({
    queryKey: ['offline-copy', run.id],
    queryFn: () => offlineCopyOf(run),
    enabled: canStore,
  });
  const download = useMutation({
    mutationFn: () => downloadRun(run, setShare, alsoDownload),
    onMutate: () => setShare(0),
    onSettled: () => copy.refetch(),
    onError: (error) => toastError(t('Not downloaded'), error),
  });
  if (!canStore || copy.isError) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      {/* Takes its place before it is known, so that the areas below do not move. */}
      <p className={cn('flex items-center gap-2 text-small', copy.isPending && 'invisible')}>
        {copy.data && <CircleCheck aria-hidden="true" className="size-[18px] shrink-0 text-accent" />}
        {download.isPending
          ? t('Downloading the areas…')
          : copy.data
            ? t('Ready for offline · {bytes} · as of {readAt}', {
                bytes: formatBytes(copy.data.bytes),
                readAt: formatDateTime(copy.data.readAt),
              })
            : t('Not all areas are on this device.')}
      </p>
      {download.isPending ? (
        <Progress value={share * 100} label={t('Download of all areas')} className="w-full sm:w-48" />
      ) : (
        online && (
          <Button
            size="sm"
            variant="secondary"
            className={cn(copy.isPending && 'invisible')}
            onClick={() => download.mutate()}
          >
            <CloudDownload aria-hidden="true" />
            {copy.data ? t('Refresh') : t('Download for offline')}
          </Button>
        )
      )}
    </div>
  );
}
