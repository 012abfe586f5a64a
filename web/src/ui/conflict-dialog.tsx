import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SheetContent } from '#web/ui/sheet.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** Shows the server's version next to this device's version, so that a person decides which one to keep. */
export default function ConflictDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { id } = item.entry;
  const { data, error, refetch } = useQuery({
    queryKey: ['conflict', id],
    queryFn: () => outbox.compare(id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <SheetContent
        title={t('Which version stays?')}
        description={t('Somebody else changed this while your change was on this device.')}
        footer={
          data && (
            <>
              <Button
                variant="secondary"
                onClick={() => {
                  outbox.remove(id);
                  onClose();
                }}
              >
                {t('Keep the Server’s')}
              </Button>
              <Button
                onClick={() => {
                  outbox.update(id, data.payload);
                  outbox.start(id);
                  onClose();
                }}
              >
                {t('Use Mine')}
              </Button>
            </>
          )
        }
      >
        {data ? (
          <table className="w-full table-fixed text-start">
            <thead className="text-small text-ink-2">
              <tr className="border-b border-line">
                <th scope="col" className="w-1/4 py-2 pe-3 font-medium">
                  <span className="sr-only">{t('Field')}</span>
                </th>
                <th scope="col" className="py-2 pe-3 font-medium">
                  {t('On the server')}
                </th>
                <th scope="col" className="py-2 font-medium">
                  {t('On this device')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {data.differences.map(({ field, server, device }) => (
                <tr key={field} className="align-top [overflow-wrap:anywhere]">
                  <th scope="row" className="py-2.5 pe-3 font-medium text-ink-2">
                    {field}
                  </th>
                  <td className="py-2.5 pe-3">{server}</td>
                  <td className="py-2.5 font-strong">{device}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label={t('Loading both versions')} />
        )}
      </SheetContent>
    </Dialog>
  );
}
