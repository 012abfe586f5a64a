import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { versionAcceptedBefore } from '#contract/plan-differences.ts';
import { shownPlanStatus, type Plan } from '#contract/plans.ts';
import { formatMoney, formatWholeDollarRange } from '#contract/money.ts';
import { CostLines } from '#web/features/plans/components/cost-lines.tsx';
import { OverheadsButton } from '#web/features/plans/components/overheads-button.tsx';
import { costHint, crewsHint, daysText, phaseCounts, plannedItems, priorityHint } from '#web/features/plans/texts.ts';
import { formatLongDateTimeIn } from '#web/features/plans/property-times.ts';
import { StatusBadge, statusLabel } from '#web/ui/badge.tsx';
import { Card, CardHeader, StatCard } from '#web/ui/card.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

/** The four key figures of a plan. */
export function PlanFigures({ plan }: { plan: Plan }) {
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-4 print:grid-cols-4">
      <StatCard label={t('Total Issues')} value={plannedItems(plan)} hint={phaseCounts(plan)} />
      <StatCard label={t('Estimated Cost')} value={formatMoney(plan.totalCost)} hint={costHint(plan)} />
      <StatCard label={t('Timeline')} value={daysText(plan.estimatedDays)} hint={crewsHint(plan.crews)} />
      <StatCard
        label={t('Priority')}
        value={statusLabel(plan.priority)}
        tone={plan.priority === 'critical' ? 'critical' : undefined}
        hint={priorityHint(plan)}
      />
    </div>
  );
}

/** What was approved, quoted and paid, each for the items that have such a figure. */
function Comparison({ plan: { comparison } }: { plan: Plan }) {
  const { approved, quoted, actual } = comparison;
  if (quoted.items === 0 && actual.items === 0) return null;
  const rows = [
    { label: t('Approved'), ...approved },
    { label: t('Quoted'), ...quoted },
    { label: t('Actual'), ...actual },
  ];
  return (
    <Table label={t('Approved, quoted and actual cost')} className="mb-3">
      <thead>
        <tr>
          <Th className="ps-[18px] max-sm:pe-2">{t('Cost')}</Th>
          <Th numeric className="max-sm:px-2">
            {t('Items')}
          </Th>
          <Th numeric className="max-sm:px-2 max-sm:whitespace-normal">
            {t('Approved for them')}
          </Th>
          <Th numeric className="pe-[18px] max-sm:ps-2">
            {t('Amount')}
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, items, amount, approved: plannedAmount }) => (
          <Tr key={label}>
            <Td className="ps-[18px] font-medium max-sm:pe-2">{label}</Td>
            <Td numeric className="max-sm:px-2">
              {items}
            </Td>
            <Td numeric className="max-sm:px-2">
              {formatMoney(plannedAmount)}
            </Td>
            <Td numeric className="pe-[18px] max-sm:ps-2">
              {formatMoney(amount)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The calculation of the total, line by line. */
export function CostCard({ plan }: { plan: Plan }) {
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={t('Estimated cost')} action={plan.abilities.addLine && <OverheadsButton plan={plan} />} />
      <CostLines lines={plan.costLines} total={plan.totalCost} />
      <Comparison plan={plan} />
      <p className="px-[18px] pb-4 text-small text-ink-2">
        {t('Planning estimate from unit costs: {costLow}. Not a quote.', {
          costLow: formatWholeDollarRange(plan.costLow, plan.costHigh),
        })}
      </p>
    </Card>
  );
}

/** The plan's source and status, with its times as the papers show them. */
export function PlanDetails({ plan }: { plan: Plan }) {
  const at = (time: string) => formatLongDateTimeIn(plan.property.timeZone, time);
  const earlier = versionAcceptedBefore(plan);
  const facts: [string, ReactNode][] = [
    [t('Property'), plan.property.name],
    [t('Area'), plan.source === 'property' ? t('All areas') : t(plan.area ?? '–')],
    [t('Inspector'), plan.inspector ?? '–'],
    [t('Plan status'), <StatusBadge key="status" status={shownPlanStatus(plan)} of="plan" />],
    [t('Generated'), at(plan.createdAt)],
    ...(plan.approvedAt
      ? [
          [
            t('Accepted'),
            `${earlier === null ? '' : `${t('Version {number}', { number: earlier })}, `}${at(plan.approvedAt)}${plan.approvedByName ? t(' by {approvedByName}', { approvedByName: plan.approvedByName }) : ''}`,
          ] as [string, string],
        ]
      : []),
    [
      t('Report ID'),
      <span key="id" className="text-small break-all">
        {plan.id}
      </span>,
    ],
  ];
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={t('Inspection details')} />
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 px-[18px] pb-4">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
