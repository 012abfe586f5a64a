import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CasePage } from '#contract/case-page.ts';
import { inspectionTypeLabels, isHandedIn, type InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';

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

/** The requirements of the case with their areas. */
export function CaseRequirements({ item }: { item: InspectionCase }) {
  const { data: areas = [] } = useQuery(areasQuery);
  const list = item.requirementDetails;
  return (
    <Card>
      <CardHeader title={t('Requirements')} note={list.length > 0 ? plural(list.length, 'requirement') : t('None')} />
      {list.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {list.map(({ text, area, photoRequired, dueDate }, index) => (
            // Two requirements may have the same text, so the index is part of the key.
            <li key={`${index} ${text}`} className="grid justify-items-start gap-1 px-[18px] py-2.5">
              <span className="break-words">{text}</span>
              <span className="flex flex-wrap gap-1.5">
                <Badge>{areas.find(({ code }) => code === area)?.name ?? t('Whole property')}</Badge>
                {photoRequired && <Badge tone="outline">{t('Photo required')}</Badge>}
                {dueDate && <Badge tone="outline">{t('due {dueDate}', { dueDate: formatDueDate(dueDate) })}</Badge>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
