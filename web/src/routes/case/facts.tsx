import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CasePage } from '#contract/case-page.ts';
import { inspectionTypeLabels, isHandedIn, type InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { metText, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';
import { useCaseRequirements } from '#web/features/checklists/use-case-requirements.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-4 sm:grid-cols-[120px_minmax(0,1fr)]">
    <dt className="text-ink-2">{label}</dt>
    <dd className="min-w-0 font-medium break-words">{children}</dd>
  </div>
);

/** The owner, property and due date of the case. */
export function CaseFacts({ page: { case: item, owner } }: { page: CasePage }) {
  const open = item.status === 'pending' || item.status === 'in_progress';
  return (
    <Card>
      <CardHeader title={t('Case')} />
      <dl className="grid gap-2.5 border-t border-line px-[18px] py-4">
        <Fact label={t('Due')}>
          {formatDueDate(dueDateOf(item.dueDate))}{' '}
          {open && <DueText dueDate={item.dueDate} handedIn={isHandedIn(item)} className="ms-1" />}
        </Fact>
        <Fact label={t('Inspection')}>{inspectionTypeLabels[item.inspectionType]}</Fact>
        <Fact label={t('Property')}>
          {item.propertyId ? (
            <Link
              to="/properties/$id"
              params={{ id: item.propertyId }}
              className="text-accent hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
            >
              {item.propertyName}
            </Link>
          ) : (
            item.propertyName
          )}
          <span className="block font-normal text-ink-2">
            {item.propertyAddress}, {item.propertyCity}, {item.propertyState} {item.propertyZipCode}
          </span>
        </Fact>
        <Fact label={t('Owner')}>
          {owner?.name ?? item.ownerName ?? t('No account yet')}
          <span className="block font-normal text-ink-2">{item.ownerEmail}</span>
        </Fact>
        {item.brandStandard && <Fact label={t('Standard')}>{item.brandStandard}</Fact>}
        {item.notes && (
          <Fact label={t('Notes')}>
            <span className="font-normal whitespace-pre-wrap">{item.notes}</span>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** The requirements of the case with what meets each, and those whose area is left out. */
export function CaseRequirements({ item: { id, propertyId, requirements } }: { item: InspectionCase }) {
  const { data, error, refetch } = useCaseRequirements(id, propertyId);
  return (
    <Card>
      <CardHeader
        title={t('Requirements')}
        note={requirements.length === 0 ? t('None') : data ? metText(data) : plural(requirements.length, 'requirement')}
      />
      {requirements.length > 0 && (
        <div className="border-t border-line px-[18px]">
          {data ? (
            <RequirementRows requirements={data} />
          ) : error ? (
            <ErrorState
              title={t('The requirements could not be loaded')}
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={requirements.length} className="px-0" label={t('Loading requirements')} />
          )}
        </div>
      )}
    </Card>
  );
}
