import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { dataExportListSchema, dataExportSchema, type DataExport } from '#contract/data-exports.ts';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const path = '/api/user/data-exports';
/** How often, in ms, the card checks whether the archive is ready, which usually takes seconds. */
const pollInterval = 2000;

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${Math.round(bytes / 1_000_000)} MB`;

function ExportRow({ each }: { each: DataExport }) {
  const date = formatDate(each.createdAt);
  const facts = {
    waiting: t('Preparing your archive. You will get an e-mail when it is ready.'),
    failed: t('The archive could not be created. Request it again.'),
    ready: t('{size} · until {expiresAt}', {
      size: sizeText(each.bytes ?? 0),
      expiresAt: formatDate(each.expiresAt),
    }),
  }[each.state];
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="font-strong">{t('Export of {date}', { date })}</div>
        <p className="text-small text-ink-2">{facts}</p>
      </div>
      {each.state === 'ready' && (
        <Button variant="secondary" asChild>
          <a href={`${path}/${each.id}/file`} download="innspect-data.zip">
            <Download aria-hidden="true" />
            {t('Download')}
          </a>
        </Button>
      )}
    </li>
  );
}

/** Creates an archive of all data that the product has about the person. */
export default function DataExportCard() {
  const { data, error, refetch } = useQuery({
    ...apiQuery([path], dataExportListSchema),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'waiting') ? pollInterval : false),
  });
  const ask = useMutation({
    mutationFn: () => api.post(path, undefined, dataExportSchema),
    onSuccess: () => toast({ title: t('Your data is being packed') }),
    onError: (failure) => toastError(t('Error'), failure),
    onSettled: () => invalidate(path),
  });
  return (
    <Card aria-label={t('Your data')}>
      <CardHeader
        title={t('Your data')}
        note={t('A ZIP of your data and the photos that you took')}
        action={
          <Button variant="secondary" pending={ask.isPending} onClick={() => ask.mutate()}>
            {t('Export')}
          </Button>
        }
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mx-[18px] mb-[18px] h-12" />}
      <ul aria-label={t('Exports')}>
        {data?.map((each) => (
          <ExportRow key={each.id} each={each} />
        ))}
      </ul>
    </Card>
  );
}
