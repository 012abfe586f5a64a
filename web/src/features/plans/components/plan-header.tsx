import { Link } from '@tanstack/react-router';
import { ChevronDown, Download, Printer } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { Plan } from '#contract/plans.ts';
import { formatMoney } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { planSubject, shownPlanStatus } from '#contract/plans.ts';
import { useAcceptPlan, useExportPlan, useSubmitPlan, type ExportFormat } from '#web/features/plans/api.ts';
import { formatLongDateIn } from '#web/features/plans/property-times.ts';
import { placeOf, plannedItems, sendLabel } from '#web/features/plans/texts.ts';
import { useUser } from '#web/lib/auth.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';
import { PageHeader } from '#web/ui/page.tsx';

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'pdf', label: t('Export PDF') },
  { format: 'xlsx', label: t('Export Excel (XLSX)') },
  { format: 'csv', label: t('Export CSV') },
];

function ExportMenu({ plan }: { plan: Plan }) {
  const download = useExportPlan();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="secondary" pending={download.isPending}>
          {t('Export')}
          {!download.isPending && <ChevronDown aria-hidden="true" />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {formats.map(({ format, label }) => (
          <DropdownMenuItem key={format} onSelect={() => download.mutate({ id: plan.id, format })}>
            <Download aria-hidden="true" />
            {label}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        {/* Waits until the menu has closed, so that it is not printed. */}
        <DropdownMenuItem onSelect={() => setTimeout(() => window.print(), 100)}>
          <Printer aria-hidden="true" />
          {t('Print')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

// Loaded only when it is opened, because few people share a plan.
const ShareDialog = lazy(() => import('#web/features/plans/components/share-dialog.tsx'));

function SharePlan({ plan }: { plan: Plan }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {t('Share')}
      </Button>
      {open && (
        <Suspense>
          <ShareDialog plan={plan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface DecisionProps {
  plan: Plan;
  size: 'sm' | 'md';
}

function AcceptPlan({ plan, size }: DecisionProps) {
  const accept = useAcceptPlan();
  const [asking, setAsking] = useState(false);
  const version = plan.versions.at(-1);
  const description =
    version && plan.changes.length > 0
      ? t(
          'Version {number} as it was sent, an estimated {totalCost}. What was changed since is not part of it. Work can start today. You cannot undo an acceptance.',
          { number: version.number, totalCost: formatMoney(version.totalCost) },
        )
      : t('{items}, an estimated {totalCost}. Work can start today. You cannot undo an acceptance.', {
          items: plural(plannedItems(plan), 'item'),
          totalCost: formatMoney(plan.totalCost),
        });
  return (
    <>
      <Button size={size} data-decision onClick={() => setAsking(true)}>
        {t('Accept Plan')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Accept this plan?')}
        description={description}
        confirmLabel={t('Accept Plan')}
        pending={accept.isPending}
        onConfirm={() =>
          accept.mutate({ id: plan.id, version: version?.number }, { onSettled: () => setAsking(false) })
        }
      />
    </>
  );
}

function SubmitPlan({ plan, size }: DecisionProps) {
  const submit = useSubmitPlan();
  const { admin } = useUser().abilities;
  return (
    <Button size={size} data-decision pending={submit.isPending} onClick={() => submit.mutate(plan.id)}>
      {sendLabel(plan, admin)}
    </Button>
  );
}

/** Accepts or sends the whole plan; hidden if the signed-in person may do neither. */
export const PlanDecision = ({ plan, size }: DecisionProps) => (
  <>
    {plan.abilities.submit && <SubmitPlan plan={plan} size={size} />}
    {plan.abilities.accept && <AcceptPlan plan={plan} size={size} />}
  </>
);

/** Explains that the plan of an area or inspection shows items of the property-wide plan. */
export function PropertyPlanNote({ plan: { propertyPlanId } }: { plan: Plan }) {
  if (!propertyPlanId) return null;
  return (
    <p
      role="note"
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-sunken px-4 py-3 text-ink-2"
    >
      <span>{t("These items are in the property's plan too. What you decide here is decided there.")}</span>
      <Button asChild size="sm" variant="link" className="print:hidden">
        <Link to="/pip-report/$id" params={{ id: propertyPlanId }}>
          {t("Open the property's plan")}
        </Link>
      </Button>
    </p>
  );
}

/** The property, status and actions of a plan. */
export function PlanHeader({ plan, decision }: { plan: Plan; decision?: ReactNode }) {
  const { property, source } = plan;
  const over = [
    `${property.name}, ${placeOf(plan)}`,
    ...(source === 'property' ? [] : [planSubject(plan)]),
    ...(property.totalRooms ? [plural(property.totalRooms, 'key')] : []),
    t('generated {createdAt}', { createdAt: formatLongDateIn(property.timeZone, plan.createdAt) }),
  ];
  return (
    <PageHeader
      title={t('Property improvement plan')}
      over={over.join(' · ')}
      actions={
        <>
          <StatusBadge status={shownPlanStatus(plan)} of="plan" className="me-1" />
          <span className="contents print:hidden">
            <ExportMenu plan={plan} />
            {plan.abilities.share && <SharePlan plan={plan} />}
            {decision}
          </span>
        </>
      }
    />
  );
}
