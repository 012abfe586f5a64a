import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import type { Analytics, AnalyticsQuery } from '#contract/analytics.ts';
import { analyticsOptions } from '#web/features/analytics/api.ts';
import { AnalyticsFilters } from '#web/features/analytics/components/analytics-filters.tsx';
import { AiFindingsCard, PracticeCards } from '#web/features/analytics/components/practice-cards.tsx';
import { PropertyComparison } from '#web/features/analytics/components/property-comparison.tsx';
import { AreasCard, CategoriesCard, PhasesCard } from '#web/features/analytics/components/row-cards.tsx';
import { SummaryCards } from '#web/features/analytics/components/summary-cards.tsx';
import { CasesCard, InspectionsCard, ScoreCard } from '#web/features/analytics/components/time-cards.tsx';
import { periodText } from '#web/features/analytics/texts.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface AnalyticsPanelProps {
  search: AnalyticsQuery;
  onSearch: (change: AnalyticsQuery) => void;
}

const pair = 'grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-2';

function Loading() {
  return (
    <div role="status" className="grid gap-3.5">
      <span className="sr-only">Loading figures</span>
      <SummaryCards data={undefined} />
      <div className={pair}>
        {[0, 1].map((card) => (
          <Card key={card} className="px-[18px] py-4">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-5 h-[280px]" />
          </Card>
        ))}
      </div>
      <Card className="py-4">
        <SkeletonRows rows={5} label="Loading the properties" />
      </Card>
    </div>
  );
}

/** Whether there are neither properties nor cases yet. */
const isEmpty = ({ brands, states, buckets }: Analytics): boolean =>
  brands.length === 0 &&
  states.length === 0 &&
  buckets.every(({ cases }) => Object.values(cases).every((count) => count === 0));

function NoFigures() {
  return (
    <EmptyState
      icon={ChartColumn}
      title="No figures yet"
      actions={
        <Button asChild>
          <Link to="/admin" search={{ tab: 'cases' }}>
            Go to Inspection Cases
          </Link>
        </Button>
      }
    >
      Figures appear with the first case.
    </EmptyState>
  );
}

function Figures({ data }: { data: Analytics }) {
  return (
    <>
      <SummaryCards data={data} />
      <PracticeCards data={data} />
      <div className={pair}>
        <InspectionsCard figures={data} />
        <ScoreCard figures={data} />
      </div>
      <PropertyComparison properties={data.properties} propertiesTotal={data.propertiesTotal} />
      <div className={pair}>
        <CategoriesCard rows={data.findingsByCategory} />
        <AreasCard rows={data.findingsByArea} />
        <CasesCard figures={data} />
        <PhasesCard phases={data.phases} />
        <AiFindingsCard rows={data.aiFindings} />
      </div>
    </>
  );
}

/** The Analytics tab: figures of the properties of a brand and state, now and over a period. */
export default function AnalyticsPanel({ search, onSearch }: AnalyticsPanelProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(analyticsOptions(search));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Analytics</h2>
        {data && !error && <p className="text-small text-ink-2">{periodText(data.period)}</p>}
      </div>
      <AnalyticsFilters search={search} onSearch={onSearch} data={data} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={cn('grid grid-cols-[minmax(0,1fr)] gap-3.5 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {isEmpty(data) ? <NoFigures /> : <Figures data={data} />}
        </div>
      ) : (
        <Loading />
      )}
    </div>
  );
}
