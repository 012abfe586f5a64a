import { useQuery } from '@tanstack/react-query';
import { Copy, Link2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { PlanShare } from '#contract/plan-shares.ts';
import type { Plan } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { usePropertyTimes } from '#web/features/plans/property-times.ts';
import { linkOf, sharesQuery, useCreateShare, useRevokeShare } from '#web/features/plans/shares-api.ts';
import { formatAgo } from '#web/lib/format.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

// The form that had the focus is gone, so the focus moves here.
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** The new link. It is shown only once, because the server stores only a hash of its token. */
function NewLink({ token }: { token: string }) {
  const link = linkOf(token);
  return (
    <section aria-label={t('New link')} className="grid gap-2.5 rounded-card border border-line bg-sunken p-4">
      <p>
        {t('Whoever has this link can open the plan.')} <b className="font-strong">{t('It is not shown again.')}</b>
      </p>
      <Field label={t('Link')}>
        {(control) => <Input {...control} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <Button
        ref={focus}
        className="justify-self-start"
        size="sm"
        onClick={() =>
          navigator.clipboard.writeText(link).then(
            () => toast({ title: t('Link copied') }),
            (error: unknown) => toastError(t('Not copied'), error),
          )
        }
      >
        <Copy aria-hidden="true" />
        {t('Copy link')}
      </Button>
    </section>
  );
}

const lifetimesInDays = [7, 30, 90, 365] as const;

/** Sets what a new link shows, for whom, and for how long. */
function LinkForm({ plan, onMade }: { plan: Plan; onMade: (token: string) => void }) {
  const create = useCreateShare(plan.id);
  const latest = plan.versions.at(-1)?.number;
  const { date } = usePropertyTimes();
  const [label, setLabel] = useState('');
  const [version, setVersion] = useState(latest ? String(latest) : 'now');
  const [prices, setPrices] = useState<'with' | 'without'>('with');
  const [days, setDays] = useState(30);
  return (
    <form
      aria-label={t('New link')}
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        const shown = version === 'now' ? null : Number(version);
        create.mutate(
          { label, version: shown, prices: prices === 'with', days },
          {
            onSuccess: ({ token }) => {
              setLabel('');
              onMade(token);
            },
          },
        );
      }}
    >
      <Field label={t('For whom')} required={false} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            data-autofocus
            maxLength={100}
            placeholder={t('A lender, a contractor')}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Shows')}>
        {(control) => (
          <Select {...control} value={version} onChange={(event) => setVersion(event.target.value)}>
            {plan.versions.toReversed().map(({ number, sentAt }) => (
              <option key={number} value={number}>
                {t('Version {number}, sent {sentAt}', { number, sentAt: date(sentAt) })}
              </option>
            ))}
            <option value="now">{t('The plan as it is when opened')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('Expires after')}>
        {(control) => (
          <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lifetimesInDays.map((life) => (
              <option key={life} value={life}>
                {life === 365 ? t('1 year') : plural(life, 'day')}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Segmented
        legend={t('Prices')}
        name="prices"
        className="sm:col-span-2"
        value={prices}
        onValueChange={setPrices}
        choices={[
          { value: 'with', label: t('With prices') },
          { value: 'without', label: t('Without, for a contractor') },
        ]}
      />
      <Button type="submit" pending={create.isPending} className="justify-self-start sm:col-span-2">
        <Link2 aria-hidden="true" />
        {t('Make link')}
      </Button>
    </form>
  );
}

function ShareRow({ share, planId }: { share: PlanShare; planId: string }) {
  const revoke = useRevokeShare(planId);
  const { date } = usePropertyTimes();
  const [asking, setAsking] = useState(false);
  const name = share.label ?? t('Link');
  const isOpen = share.state === 'open';
  const facts = [
    share.version === null ? t('plan as it is') : t('version {version}', { version: share.version }),
    share.prices ? t('with prices') : t('without prices'),
    share.createdByName
      ? t('made {createdAt} by {name}', { createdAt: date(share.createdAt), name: share.createdByName })
      : t('made {createdAt}', { createdAt: date(share.createdAt) }),
  ];
  const views =
    share.views === 0 || !share.lastViewedAt
      ? t('Not opened yet')
      : t('Opened {times}, last {lastViewedAt}', {
          times: plural(share.views, 'time'),
          lastViewedAt: formatAgo(share.lastViewedAt),
        });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-strong wrap-anywhere">{name}</span>
          {isOpen ? (
            <span className="text-small text-ink-2">
              {t('until {expiresAt}', { expiresAt: date(share.expiresAt) })}
            </span>
          ) : (
            <Badge>{share.state === 'revoked' ? t('Revoked') : t('Expired')}</Badge>
          )}
        </div>
        <div className="text-small text-ink-2">{facts.join(' · ')}</div>
        <div className="text-small text-ink-2">{views}</div>
      </div>
      {isOpen && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('Revoke: {name}', { name })}
          onClick={() => setAsking(true)}
        >
          {t('Revoke')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Revoke this link?')}
        description={t('It stops working at once, for everybody who has it. You cannot undo this.')}
        confirmLabel={t('Revoke')}
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate(share.id, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}

function ShareList({ planId }: { planId: string }) {
  const { data, error, refetch } = useQuery(sharesQuery(planId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">{t('Loading the links')}</span>
        <SkeletonRows rows={2} />
      </div>
    );
  if (data.length === 0) return <EmptyState icon={Link2} title={t('No links yet')} className="py-4" />;
  return (
    <ul aria-label={t('Links to this plan')}>
      {data.map((share) => (
        <ShareRow key={share.id} share={share} planId={planId} />
      ))}
    </ul>
  );
}

/** Creates, lists and revokes links that show a plan without sign-in. */
export default function ShareDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('Share plan')}
        description={t(
          'A link shows this plan to people without an account. They can read and print it, and change nothing.',
        )}
        shape="full"
      >
        <div className="grid gap-6">
          {token ? (
            <>
              <NewLink key={token} token={token} />
              <Button variant="secondary" className="justify-self-start" onClick={() => setToken(null)}>
                {t('Make another link')}
              </Button>
            </>
          ) : (
            <LinkForm plan={plan} onMade={setToken} />
          )}
          <section className="grid gap-2">
            <h3 className="heading">{t('Links')}</h3>
            <ShareList planId={plan.id} />
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}
