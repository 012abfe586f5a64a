import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw, Send } from 'lucide-react';
import { plural } from '#contract/texts.ts';
import { webhookEventTexts, type DeliveryState, type Webhook, type WebhookDelivery } from '#contract/webhooks.ts';
import { deliveryPages, useSendAgain } from '#web/features/webhooks/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const states = {
  waiting: { label: 'Waiting', tone: 'plain' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'critical' },
} as const satisfies Record<DeliveryState, { label: string; tone: string }>;

function DeliveryRow({ delivery, active }: { delivery: WebhookDelivery; active: boolean }) {
  const again = useSendAgain();
  const { createdAt, event, lastError, lastStatus, state, tries } = delivery;
  const facts = [
    formatDateTime(createdAt),
    plural(tries, 'try', 'tries'),
    lastError ?? (lastStatus && `Answered ${lastStatus}`),
  ];
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong">{webhookEventTexts[event]}</span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </div>
        <p className="text-small wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {state !== 'waiting' && active && (
        <Button variant="secondary" size="sm" pending={again.isPending} onClick={() => again.mutate(delivery)}>
          <Send aria-hidden="true" />
          Send Again
        </Button>
      )}
    </li>
  );
}

/** The deliveries to a webhook in the last 30 days. */
export default function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const list = useInfiniteQuery({ ...deliveryPages(webhook.id), refetchOnMount: 'always' });
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Deliveries to ${webhook.name}`}
        description="Those of the last 30 days, the newest first."
        shape="full"
        size="lg"
        footer={
          <Button variant="secondary" pending={list.isRefetching} onClick={() => void list.refetch()}>
            <RefreshCw aria-hidden="true" />
            Reload
          </Button>
        }
      >
        {rows ? (
          rows.length > 0 ? (
            <>
              <ul aria-label="Deliveries">
                {rows.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} active={webhook.active} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          ) : (
            <EmptyState icon={Send} title="Nothing sent yet">
              The next event that it listens to appears here.
            </EmptyState>
          )
        ) : list.error ? (
          <ErrorState title="Failed to fetch deliveries" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={4} className="px-0" label="Loading deliveries" />
        )}
      </DialogContent>
    </Dialog>
  );
}
