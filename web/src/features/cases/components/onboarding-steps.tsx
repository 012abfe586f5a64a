import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Area } from '#contract/areas.ts';
import { inspectionTypeLabels, readinessChecklist, type InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import type { Property } from '#contract/properties.ts';
import { RequirementList } from '#web/features/cases/components/requirement-list.tsx';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { statusLabel } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DueText } from '#web/ui/due-text.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

function Facts({ facts }: { facts: readonly [string, ReactNode][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function propertyFacts(item: InspectionCase, property?: Property): [string, ReactNode][] {
  const { name, address, city, state, zipCode, propertyType, totalRooms, brandStandard } = property ?? {
    ...item,
    name: item.propertyName,
    address: item.propertyAddress,
    city: item.propertyCity,
    state: item.propertyState,
    zipCode: item.propertyZipCode,
  };
  return [
    [t('Property'), name],
    [t('Type'), statusLabel(propertyType)],
    [t('Address'), `${address}, ${city}, ${state} ${zipCode}`],
    [t('Rooms'), totalRooms ?? t('Not stated')],
    [t('Brand standard'), brandStandard || t('Not stated')],
  ];
}

interface ConfirmPropertyStepProps {
  case: InspectionCase;
  property?: Property;
  editProperty?: ReactNode;
  checkbox: Ref<HTMLInputElement>;
  confirmed: boolean;
  /** Shows a message that the details must still be confirmed. */
  invalid: boolean;
  onConfirmed: (confirmed: boolean) => void;
}

export function ConfirmPropertyStep(props: ConfirmPropertyStepProps) {
  const { case: item, property, editProperty, checkbox, confirmed, invalid, onConfirmed } = props;
  return (
    <Card>
      <CardHeader title={t('1. Confirm the property')} action={editProperty} />
      <div className="grid gap-4 px-[18px] pb-4">
        <Facts
          facts={[
            ...propertyFacts(item, property),
            [t('Inspection'), inspectionTypeLabels[item.inspectionType]],
            [
              t('Due date'),
              <>
                {formatDueDate(dueDateOf(item.dueDate))} · <DueText dueDate={item.dueDate} />
              </>,
            ],
          ]}
        />
        <div className="border-t border-line pt-2">
          <Checkbox
            ref={checkbox}
            label={t('These details are correct')}
            checked={confirmed}
            aria-invalid={invalid ? true : undefined}
            aria-describedby={invalid ? 'confirm-error' : undefined}
            onChange={(event) => onConfirmed(event.target.checked)}
          />
          {invalid && (
            <p id="confirm-error" role="alert" className="text-small font-medium text-critical">
              {t('Please confirm the details')}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

export function RequirementsStep({ case: { requirementDetails, notes } }: { case: InspectionCase }) {
  return (
    <Card>
      <CardHeader title={t('2. What the brand asks for')} />
      <div className="grid gap-3 px-[18px] pb-4">
        {requirementDetails.length > 0 ? (
          <RequirementList requirements={requirementDetails} />
        ) : (
          <p className="text-ink-2">{t('No special requirements. Each area has its own checklist.')}</p>
        )}
        {notes && (
          <div className="rounded-control bg-sunken px-3.5 py-3">
            <h3 className="text-small font-semibold text-ink-2">{t('Notes from the brand')}</h3>
            <p className="mt-0.5 whitespace-pre-line">{notes}</p>
          </div>
        )}
      </div>
    </Card>
  );
}

interface ReadinessStepProps {
  ready: readonly string[];
  onToggle: (line: string) => void;
}

export function ReadinessStep({ ready, onToggle }: ReadinessStepProps) {
  return (
    <Card>
      <CardHeader
        title={t('3. Are you ready?')}
        note={t('{ready} of {all} ready', { ready: ready.length, all: readinessChecklist.length })}
      />
      <fieldset className="grid gap-1 px-[18px] pb-4">
        <legend className="sr-only">{t('Are you ready?')}</legend>
        {readinessChecklist.map((line) => (
          <Checkbox key={line} label={t(line)} checked={ready.includes(line)} onChange={() => onToggle(line)} />
        ))}
      </fieldset>
    </Card>
  );
}

interface AreasStepProps {
  areas: UseQueryResult<Area[]>;
  /** The areas that the property does not have. */
  missing: readonly AreaCode[];
  onToggle: (area: AreaCode) => void;
}

export function AreasStep({ areas, missing, onToggle }: AreasStepProps) {
  const total = areas.data?.length;
  const selected = total === undefined ? null : total - missing.length;
  return (
    <Card>
      <CardHeader
        title={t('4. Which areas do you have?')}
        note={selected === null ? undefined : t('{selected} of {total} selected', { selected, total })}
      />
      {areas.data ? (
        <fieldset className="grid gap-x-6 px-[18px] pb-4 sm:grid-cols-2">
          <legend className="sr-only">{t('Which areas do you have?')}</legend>
          {areas.data.map(({ code, icon, name }) => (
            <Checkbox
              key={code}
              checked={!missing.includes(code)}
              onChange={() => onToggle(code)}
              label={
                <span className="flex items-center gap-2">
                  <AreaIcon name={icon} className="size-[18px] text-ink-3" />
                  <span className={missing.includes(code) ? 'text-ink-3' : undefined}>{t(name)}</span>
                </span>
              }
            />
          ))}
          {selected === 0 && (
            <p role="alert" className="text-small font-medium text-critical sm:col-span-2">
              {t('Select at least one area')}
            </p>
          )}
        </fieldset>
      ) : areas.error ? (
        <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
      ) : (
        <SkeletonRows rows={5} label={t('Loading areas')} />
      )}
    </Card>
  );
}
