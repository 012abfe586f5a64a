import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Link2Off, Printer } from 'lucide-react';
import { severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import { sharedDueText, type SharedLine, type SharedPlan } from '#contract/plan-shares.ts';
import { areaText } from '#contract/item-places.ts';
import { valueText } from '#contract/plan-differences.ts';
import { roomText } from '#contract/rooms.ts';
import { plural } from '#contract/texts.ts';
import { findingText } from '#web/features/findings/finding-texts.ts';
import { CostLines } from '#web/features/plans/components/cost-lines.tsx';
import { sharedPhotoQuery, sharedPlanQuery } from '#web/features/plans/shares-api.ts';
import { formatDateIn } from '#web/features/plans/property-times.ts';
import { usePrintInLight } from '#web/features/plans/use-print-in-light.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader, StatCard } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function LinePhoto({ line, token }: { line: SharedLine & { photoId: string }; token: string }) {
  const { data, error } = useQuery(sharedPhotoQuery(token, line.photoId));
  const frame = 'aspect-[4/3] w-full sm:w-[200px]';
  if (error) return <p className="text-small text-ink-2 sm:w-[200px]">{t('The photo could not be loaded.')}</p>;
  if (!data) return <Skeleton className={`${frame} rounded-card`} />;
  return (
    <BoxedPhoto
      src={data}
      alt={t('Photo of: {title}', { title: line.title })}
      fit="contain"
      loading="eager"
      className={frame}
      marks={line.marks}
      boxes={line.boundingBox ? [{ ...line.boundingBox, label: '', tone: line.priority }] : []}
    />
  );
}

function LineCard({ line, token, prices }: { line: SharedLine; token: string; prices: boolean }) {
  const { photoId } = line;
  const facts: [label: string, value: string | null][] = [
    [t('Area'), line.place === null ? line.area && areaText(line.area) : null],
    [t('Place'), (line.place && valueText(line.place)) ?? (line.room && roomText(line.room))],
    [t('Class'), line.class && t(line.class)],
    [t('Standard'), line.standard],
    [t('Sample'), line.sample && valueText(line.sample)],
    [t('Quantity'), line.quantity && valueText(line.quantity)],
    [t('Due'), sharedDueText(line.due)],
    [t('Days'), plural(line.days, 'day')],
  ];
  return (
    <li className="flex flex-col gap-x-5 gap-y-3 border-t border-line px-[18px] py-4 break-inside-avoid sm:flex-row">
      {photoId && <LinePhoto line={{ ...line, photoId }} token={token} />}
      <div className="grid min-w-0 flex-1 content-start gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Badge tone={line.priority}>{severityLabels[line.priority]}</Badge>
          {line.unconfirmed && <Badge tone="outline">{t('Unconfirmed')}</Badge>}
          {line.completed && <Badge tone="outline">{t('Work completed')}</Badge>}
        </div>
        <h3 className="font-strong wrap-anywhere">{t(line.title)}</h3>
        <p className="wrap-anywhere">{findingText(line.action)}</p>
        {line.condition && (
          <p className="wrap-anywhere whitespace-pre-line text-ink-2">
            {t('Present condition')}: {findingText(line.condition)}
          </p>
        )}
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-small">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label} className="flex gap-1.5">
                  <dt className="text-ink-2">{label}</dt>
                  <dd className="font-medium wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      {prices && line.cost !== null && (
        <div className="font-strong tabular-nums sm:text-end">{formatMoney(line.cost)}</div>
      )}
      {!prices && (
        <div className="hidden w-[130px] border-b border-line-strong text-small text-ink-2 print:block">
          {t('Your price')}
        </div>
      )}
    </li>
  );
}

function versionText({ version, sentAt, acceptedAt, property: { timeZone } }: SharedPlan): string {
  if (version === null || !sentAt) return t('The plan as it is today. It may still change.');
  const accepted = acceptedAt
    ? t('accepted {acceptedAt}', { acceptedAt: formatDateIn(timeZone, acceptedAt) })
    : t('not accepted yet');
  return t('Version {version}, sent {sentAt}, {accepted}.', {
    version,
    sentAt: formatDateIn(timeZone, sentAt),
    accepted,
  });
}

const draftTexts: Record<NonNullable<SharedPlan['draft']>, string> = {
  undecided: t('Draft: the brand has not decided on all items.'),
  unsent: t('Draft: this plan has not been sent yet.'),
};

function PlanOfLink({ plan, token }: { plan: SharedPlan; token: string }) {
  const { property } = plan;
  return (
    <>
      <PageHeader
        title={t('Property improvement plan')}
        over={`${property.name}, ${property.city}, ${property.state} · ${plan.subject}`}
        subtitle={versionText(plan)}
        actions={
          <>
            <StatusBadge status={plan.status} of="plan" className="me-1" />
            <Button size="sm" variant="secondary" className="print:hidden" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {t('Print')}
            </Button>
          </>
        }
      />
      {plan.draft && (
        <p role="note" className="rounded-card border border-line bg-sunken px-4 py-3 font-medium">
          {draftTexts[plan.draft]}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-3.5 print:grid-cols-3">
        <StatCard
          label={t('Items')}
          value={plan.lines.filter(({ completed }) => !completed).length}
          hint={t('to be done')}
        />
        {plan.totalCost !== null && (
          <StatCard
            label={t('Estimated cost')}
            value={formatMoney(plan.totalCost)}
            hint={t('freight, contingency and other additions included')}
          />
        )}
        <StatCard label={t('Timeline')} value={plural(plan.estimatedDays, 'day')} hint={t('lead times included')} />
      </div>
      <Card>
        <CardHeader title={t('Items')} />
        {plan.lines.length === 0 ? (
          <EmptyState title={t('The plan has no items')} />
        ) : (
          <ul aria-label={t('Items')}>
            {plan.lines.map((line) => (
              <LineCard key={line.id} line={line} token={token} prices={plan.prices} />
            ))}
          </ul>
        )}
      </Card>
      {plan.costLines && plan.totalCost !== null && (
        <Card className="break-inside-avoid">
          <CardHeader title={t('Estimated cost')} />
          <CostLines lines={plan.costLines} total={plan.totalCost} />
        </Card>
      )}
      <p className="text-small text-ink-2">
        {plan.prices && t('Costs are planning estimates, not quotes. ')}
        {t(
          'The plan describes what photographs show. It does not certify compliance with any code. This link works until {expiresAt}.',
          { expiresAt: formatDateIn(property.timeZone, plan.expiresAt) },
        )}
      </p>
    </>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{t('Loading the plan')}</span>
    <Skeleton className="h-7 w-72 max-w-full" />
    <Card>
      <SkeletonRows rows={5} />
    </Card>
  </div>
);

function BrokenLink() {
  return (
    <EmptyState icon={Link2Off} title={t('This link does not work')} screen>
      {t('It may have expired, or somebody has revoked it. Ask the person who sent it for a new one.')}
    </EmptyState>
  );
}

/** The part of a plan that a shared link shows without sign-in. */
export default function SharedPlanScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, refetch } = useQuery({ ...sharedPlanQuery(token), enabled: token !== '' });
  usePrintInLight();
  return (
    <Page className="max-w-[900px]">
      <meta name="robots" content="noindex, nofollow" />
      {token === '' || hasStatus(error, 404) ? (
        <BrokenLink />
      ) : data ? (
        <PlanOfLink plan={data} token={token} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} screen />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
