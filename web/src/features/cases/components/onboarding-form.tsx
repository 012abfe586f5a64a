import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import { inspectionTypeLabels, readinessChecklist, type InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import type { Property } from '#contract/properties.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { useOnboarding } from '#web/features/cases/api.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
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
    ['Property', name],
    ['Type', statusLabel(propertyType)],
    ['Address', `${address}, ${city}, ${state} ${zipCode}`],
    ['Rooms', totalRooms ?? 'Not stated'],
    ['Brand standard', brandStandard || 'Not stated'],
  ];
}

/** Adds or takes away one entry. */
function toggled<T>(set: ReadonlySet<T>, entry: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}

interface OnboardingFormProps {
  case: InspectionCase;
  /** As it stands now, after what its owner corrected; until it has loaded, as the brand described it in the case. */
  property?: Property;
  /** A way to correct the property's data, where it may be changed. */
  editProperty?: ReactNode;
  onCompleted: (item: InspectionCase) => void;
}

/** Confirms the property, shows what the brand asks for, and records what is ready and which areas do not exist. */
export function OnboardingForm({ case: item, property, editProperty, onCompleted }: OnboardingFormProps) {
  const onboarding = useOnboarding(item.id);
  const areas = useQuery(areasQuery);
  const [confirmed, setConfirmed] = useState(false);
  const confirmation = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState<ReadonlySet<AreaCode>>(new Set());
  const noneLeft = areas.data !== undefined && missing.size >= areas.data.length;
  const left = areas.data ? areas.data.length - missing.size : null;

  function submit() {
    setTried(true);
    // It stands far above the button: without this a phone shows nothing of the refusal.
    if (!confirmed) confirmation.current?.focus();
    if (!confirmed || noneLeft) return;
    onboarding.mutate(
      { propertyConfirmed: true, checklist: [...ready], notApplicableAreas: [...missing] },
      { onSuccess: onCompleted },
    );
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Card>
        <CardHeader title="1. Confirm the property" action={editProperty} />
        <div className="grid gap-4 px-[18px] pb-4">
          <Facts
            facts={[
              ...propertyFacts(item, property),
              ['Inspection', inspectionTypeLabels[item.inspectionType]],
              [
                'Due date',
                <>
                  {formatDueDate(dueDateOf(item.dueDate))} · <DueText dueDate={item.dueDate} />
                </>,
              ],
            ]}
          />
          <div className="border-t border-line pt-2">
            <Checkbox
              ref={confirmation}
              label="This is my property and the data is right"
              checked={confirmed}
              aria-invalid={tried && !confirmed ? true : undefined}
              aria-describedby={tried && !confirmed ? 'confirm-error' : undefined}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            {tried && !confirmed && (
              <p id="confirm-error" role="alert" className="text-small font-medium text-critical">
                Confirm the property's data
              </p>
            )}
          </div>
        </div>
      </Card>

      <Card>
        <CardHeader title="2. What the brand asks for" />
        <div className="grid gap-3 px-[18px] pb-4">
          {item.requirements.length > 0 ? (
            <ul className="grid list-disc gap-1.5 pl-5 marker:text-ink-3">
              {item.requirements.map((requirement) => (
                <li key={requirement}>{requirement}</li>
              ))}
            </ul>
          ) : (
            <p className="text-ink-2">No special requirements. Each area brings its own checks.</p>
          )}
          {item.notes && (
            <div className="rounded-control bg-sunken px-3.5 py-3">
              <h3 className="text-small font-semibold text-ink-2">Notes from the brand</h3>
              <p className="mt-0.5 whitespace-pre-line">{item.notes}</p>
            </div>
          )}
        </div>
      </Card>

      <Card>
        <CardHeader title="3. Ready to walk?" note={`${ready.size} of ${readinessChecklist.length} ready`} />
        <fieldset className="grid gap-1 px-[18px] pb-4">
          <legend className="sr-only">What is ready</legend>
          {readinessChecklist.map((line) => (
            <Checkbox
              key={line}
              label={line}
              checked={ready.has(line)}
              onChange={() => setReady(toggled(ready, line))}
            />
          ))}
        </fieldset>
      </Card>

      <Card>
        <CardHeader
          title="4. Areas that the property does not have"
          note={left === null ? 'Tick what does not exist' : `${left} areas will be inspected`}
        />
        {areas.data ? (
          <fieldset className="grid gap-x-6 px-[18px] pb-4 sm:grid-cols-2">
            <legend className="sr-only">Areas that the property does not have</legend>
            {areas.data.map((area) => (
              <Checkbox
                key={area.code}
                checked={missing.has(area.code)}
                onChange={() => setMissing(toggled(missing, area.code))}
                label={
                  <span className="flex items-center gap-2">
                    <AreaIcon name={area.icon} className="size-[18px] text-ink-3" />
                    <span className={missing.has(area.code) ? 'text-ink-3 line-through' : undefined}>{area.name}</span>
                  </span>
                }
              />
            ))}
            {noneLeft && (
              <p role="alert" className="text-small font-medium text-critical sm:col-span-2">
                At least one area has to be inspected
              </p>
            )}
          </fieldset>
        ) : areas.error ? (
          <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
        ) : (
          <SkeletonRows rows={5} label="Loading areas" />
        )}
      </Card>

      <Button type="submit" size="lg" pending={onboarding.isPending} disabled={!areas.data}>
        Complete Onboarding
      </Button>
    </form>
  );
}
