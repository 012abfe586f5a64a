import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { t } from '#contract/language.ts';
import { casesQuery } from '#web/features/cases/api.ts';
import { activeRunQuery } from '#web/features/areas/run-queries.ts';
import { openInspectionsQuery, workLink } from '#web/features/inspections/open-inspections.ts';
import { waitingPlanQuery } from '#web/features/runs/waiting-plan.ts';
import { statsQuery } from '#web/features/users/stats.ts';
import { queryClient } from '#web/lib/query.ts';
import { nextStep, type NextStep } from '#web/features/runs/next-step.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Card } from '#web/ui/card.tsx';

const linkOf = ({ target }: NextStep): LinkProps =>
  target.screen === 'area'
    ? { to: '/area-inspection', search: target.search }
    : target.screen === 'inspection'
      ? workLink(target.inspection)
      : target.screen === 'plan'
        ? { to: '/pip-report/$id', params: { id: target.id } }
        : { to: '/inspection-setup', search: target.search };

/** The owner's next step, at the top of the dashboard. */
export function NextStepCard() {
  const started = useQuery(casesQuery({ status: 'in_progress' }));
  const pending = useQuery(casesQuery({ status: 'pending' }));
  const open = useQuery(openInspectionsQuery);
  const plans = useQuery(waitingPlanQuery);
  const stats = useQuery(statsQuery());
  const propertyId = stats.data?.runningPropertyId ?? null;
  const active = useQuery({
    // Below the path of runs, so that it is loaded again when one of them changes.
    queryKey: ['/api/inspection-runs', 'active', propertyId],
    queryFn: async () => (propertyId === null ? null : (await queryClient.fetchQuery(activeRunQuery(propertyId))).run),
    enabled: stats.data !== undefined,
  });
  // Without the figures, the run to continue is unknown. Their card says so, and loads them again.
  if (stats.error && !stats.data) return null;
  const failed = [started, pending, active, open, plans].filter(({ error }) => error);
  const error = failed[0]?.error;
  if (error)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))} />
      </Card>
    );
  if (!stats.data || !started.data || !pending.data || active.isPending || !open.data || !plans.data)
    return (
      <Card className="grid min-h-[84px] content-center gap-2 px-[18px]">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
        <span className="sr-only">{t('Loading the next step')}</span>
      </Card>
    );
  const step = nextStep({
    started: started.data,
    pending: pending.data,
    run: active.data ?? null,
    open: open.data,
    plans: plans.data.filter(({ abilities }) => abilities.accept),
    planWork: stats.data.planWork,
    pendingReviews: stats.data.pendingReviews,
    properties: stats.data.properties,
  });
  return (
    <Link
      {...linkOf(step)}
      className="flex min-h-[84px] items-center gap-3.5 rounded-card border border-accent bg-accent-soft px-[18px] py-3.5 hover:shadow-card"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-small text-ink-2">{t('Next step')}</span>
        <span className="block font-strong text-ink">{step.title}</span>
        <span className="line-clamp-2 text-small text-ink-2">{step.text}</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-accent" />
    </Link>
  );
}
