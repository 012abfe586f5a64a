import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { t } from '#contract/language.ts';
import { totalsQuery, usePlans } from '#web/features/plans/api.ts';
import { PlanCards, PlanTotals } from '#web/features/plans/components/plan-cards.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const LoadingCards = () => (
  <div role="status" className="grid gap-3.5 md:grid-cols-2 xl:grid-cols-3">
    <span className="sr-only">{t('Loading plans')}</span>
    {Array.from({ length: 3 }, (_, card) => (
      <Skeleton key={card} className="h-[172px] rounded-card" />
    ))}
  </div>
);

/** The property improvement plans that the signed-in person may see. */
export default function PlansScreen() {
  const { list, plans } = usePlans();
  const totals = useQuery(totalsQuery);
  const { error, refetch } = list;
  return (
    <Page>
      <PageHeader title={t('PIP Reports')} subtitle={t('Property improvement plans, newest first')} />
      {error && !plans ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      ) : plans?.length === 0 ? (
        <Card>
          <EmptyState
            icon={FileText}
            title={t('No PIP reports yet')}
            actions={
              <Button asChild>
                <Link to="/inspection-guide">{t('Start Inspection')}</Link>
              </Button>
            }
          >
            {t('Complete an area to turn its findings into a plan with costs and dates.')}
          </EmptyState>
        </Card>
      ) : (
        <>
          {!totals.error && <PlanTotals totals={totals.data} />}
          {plans ? <PlanCards plans={plans} /> : <LoadingCards />}
          <LoadMore list={list} />
        </>
      )}
    </Page>
  );
}
