import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import type { Plan, PlanTotals } from '#contract/plans.ts';
import { formatMoney } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { planSubject, shownPlanStatus } from '#contract/plans.ts';
import { daysText } from '#web/features/plans/texts.ts';
import { formatDate } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { StatCard } from '#web/ui/card.tsx';

/** The totals over all plans, not only over the loaded page; undefined while they load. */
export function PlanTotals({ totals }: { totals: PlanTotals | undefined }) {
  const waiting = totals?.pendingApproval ?? 0;
  return (
    <div className="grid gap-3.5 sm:grid-cols-3">
      <StatCard
        label={t('Total Reports')}
        value={totals?.reports}
        hint={waiting > 0 ? t('{waiting} pending approval', { waiting }) : t('none pending approval')}
      />
      <StatCard
        label={t('Total Estimated Cost')}
        value={totals && formatMoney(totals.totalCost)}
        hint={t('planning estimates, each item once')}
      />
      <StatCard
        label={t('Average Timeline')}
        value={totals && daysText(totals.averageDays)}
        hint={t('from acceptance to completion')}
      />
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <Link
      to="/pip-report/$id"
      params={{ id: plan.id }}
      className="grid h-full content-start gap-3.5 rounded-card border border-line bg-surface px-[18px] py-4 transition-colors hover:border-line-strong hover:shadow-card"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="heading">{plan.property.name}</h2>
          <p className="text-ink-2">{planSubject(plan)}</p>
        </div>
        <StatusBadge status={shownPlanStatus(plan)} of="plan" className="mt-0.5" />
      </div>
      <dl className="grid grid-cols-3 gap-3">
        <Fact label={t('Date')} value={formatDate(plan.createdAt)} />
        <Fact label={t('Cost')} value={formatMoney(plan.totalCost)} />
        <Fact label={t('Timeline')} value={daysText(plan.estimatedDays)} />
      </dl>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-small text-ink-2">
        <span>
          {plural(plan.itemCount, 'item')}
          {plan.propertyPlanId && t(", in the property's plan")}
        </span>
        <span className="flex items-center gap-2">
          {t('Priority')} <SeverityBadge severity={plan.priority} />
        </span>
      </div>
    </Link>
  );
}

export function PlanCards({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className="grid gap-3.5 md:grid-cols-2 xl:grid-cols-3">
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}
