import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, ClipboardCheck } from 'lucide-react';
import { inspectionTypeLabels, type InspectionCase } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { casesQuery } from '#web/features/cases/api.ts';
import { setupStep } from '#web/features/cases/setup-step.ts';
import { soonestFirst } from '#web/features/cases/soonest-first.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const maxShown = 3;

function CaseRow({ case: item }: { case: InspectionCase }) {
  return (
    <Link
      to="/inspection-setup"
      search={setupStep(item)}
      className="flex items-center gap-3 px-[18px] py-3 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong">{item.propertyName}</span>
        <span className="block text-small text-ink-2">
          <span className="whitespace-nowrap">{item.caseNumber}</span> ·{' '}
          <span className="whitespace-nowrap">{inspectionTypeLabels[item.inspectionType]}</span>
        </span>
      </span>
      <DueText dueDate={item.dueDate} className="text-small" />
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}

/** An owner's three pending cases with the earliest due dates, for the dashboard. */
export function PendingCasesCard() {
  const { data, error, refetch } = useQuery(casesQuery({ status: 'pending' }));
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={t('Pending Inspection Cases')}
        note={data && data.length > maxShown ? t('{shown} of {all}', { shown: maxShown, all: data.length }) : undefined}
        action={
          <Link
            to="/properties"
            className="inline-flex min-h-9 items-center font-semibold text-accent hover:underline touch:min-h-11"
          >
            {t('View All')}
          </Link>
        }
      />
      {data ? (
        data.length > 0 ? (
          <div className="divide-y divide-line border-t border-line">
            {soonestFirst(data)
              .slice(0, maxShown)
              .map((item) => (
                <CaseRow key={item.id} case={item} />
              ))}
          </div>
        ) : (
          <EmptyState icon={ClipboardCheck} title={t('No pending cases')} className="py-7">
            {t('Cases from the brand appear here. You also get the case number by e-mail.')}
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} label={t('Loading pending cases')} />
      )}
    </Card>
  );
}
