import { useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, List, Pencil, Plus, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { DeliveryState, Webhook } from '#contract/webhooks.ts';
import { plural } from '#contract/texts.ts';
import { useDeleteWebhook, useRenewSecret, webhooksQuery } from '#web/features/webhooks/api.ts';
import { formatAgo } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const WebhookForm = lazy(() => import('#web/features/webhooks/components/webhook-form.tsx'));
const DeliveriesDialog = lazy(() => import('#web/features/webhooks/components/deliveries-dialog.tsx'));
const SecretDialog = lazy(() => import('#web/features/webhooks/components/secret-dialog.tsx'));

type Action = 'edit' | 'deliveries' | 'renew' | 'delete';

const latestTexts: Record<DeliveryState, string> = {
  waiting: 'Latest delivery waits',
  delivered: 'Latest delivery arrived',
  failed: 'Latest delivery failed',
};

function WebhookRow({ webhook, onAction }: { webhook: Webhook; onAction: (action: Action) => void }) {
  const { active, events, latest, name, url } = webhook;
  const facts = [
    plural(events.length, 'event'),
    latest ? `${latestTexts[latest.state]} ${formatAgo(latest.at)}` : 'Nothing sent yet',
  ];
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong wrap-anywhere">{name}</span>
          {!active && <Badge tone="plain">Off</Badge>}
          {active && latest?.state === 'failed' && <Badge tone="critical">Failed</Badge>}
        </div>
        <p className="text-small wrap-anywhere text-ink-2">{url}</p>
        <p className="text-small text-ink-2">{facts.join(' · ')}</p>
      </div>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`Actions for ${name}`} tooltip={false} className="-me-2.5">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => onAction('deliveries')}>
            <List aria-hidden="true" />
            Deliveries
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onAction('edit')}>
            <Pencil aria-hidden="true" />
            Edit
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onAction('renew')}>
            <KeyRound aria-hidden="true" />
            Renew Secret
          </DropdownMenuItem>
          <DropdownMenuItem danger onSelect={() => onAction('delete')}>
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  );
}

function Questions({
  asked,
  onClose,
}: {
  asked: { webhook: Webhook; action: Action } | null;
  onClose: (secret?: { name: string; secret: string }) => void;
}) {
  const remove = useDeleteWebhook();
  const renew = useRenewSecret();
  const name = asked?.webhook.name ?? '';
  return (
    <>
      <ConfirmDialog
        open={asked?.action === 'delete'}
        onOpenChange={(open) => !open && onClose()}
        title={`Delete ${name}?`}
        description="Nothing more is sent to it, and the list of its deliveries is gone."
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked.webhook, { onSettled: () => onClose() })}
      />
      <ConfirmDialog
        open={asked?.action === 'renew'}
        onOpenChange={(open) => !open && onClose()}
        title={`Renew the secret of ${name}?`}
        description="For a day deliveries are signed with the new and the earlier secret, so that the other system can be changed."
        confirmLabel="Renew"
        pending={renew.isPending}
        onConfirm={() =>
          asked && renew.mutate(asked.webhook, { onSuccess: (answer) => onClose(answer), onError: () => onClose() })
        }
      />
    </>
  );
}

/** The webhooks, which notify other systems of events. */
export default function WebhooksPanel() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [form, setForm] = useState<Webhook | 'new' | null>(null);
  const [shown, setShown] = useState<Webhook | null>(null);
  const [asked, setAsked] = useState<{ webhook: Webhook; action: Action } | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const act = (webhook: Webhook, action: Action) => {
    if (action === 'edit') setForm(webhook);
    else if (action === 'deliveries') setShown(webhook);
    else setAsked({ webhook, action });
  };
  return (
    <Card aria-label="Webhooks" className="overflow-hidden">
      <CardHeader
        title="Webhooks"
        note="Addresses of other systems that are told what happens"
        action={
          <Button variant="secondary" size="sm" onClick={() => setForm('new')}>
            <Plus aria-hidden="true" />
            Add Webhook
          </Button>
        }
      />
      {data ? (
        data.length > 0 ? (
          <ul aria-label="Webhooks">
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onAction={(action) => act(webhook, action)} />
            ))}
          </ul>
        ) : (
          <EmptyState icon={WebhookIcon} title="No webhooks">
            Add one to tell another system of cases, inspections, critical findings and plans.
          </EmptyState>
        )
      ) : error ? (
        <ErrorState title="Failed to fetch webhooks" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} label="Loading webhooks" />
      )}
      <Questions
        asked={asked}
        onClose={(answer) => {
          setAsked(null);
          if (answer) setSecret(answer);
        }}
      />
      <Suspense fallback={null}>
        {form && (
          <WebhookForm
            webhook={form === 'new' ? null : form}
            onClose={(answer) => {
              setForm(null);
              if (answer) setSecret(answer);
            }}
          />
        )}
        {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(null)} />}
        {secret && <SecretDialog name={secret.name} secret={secret.secret} onClose={() => setSecret(null)} />}
      </Suspense>
    </Card>
  );
}
