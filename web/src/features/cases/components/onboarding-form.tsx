import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { InspectionCase } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import type { Property } from '#contract/properties.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { useOnboarding } from '#web/features/cases/api.ts';
import {
  AreasStep,
  ConfirmPropertyStep,
  ReadinessStep,
  RequirementsStep,
} from '#web/features/cases/components/onboarding-steps.tsx';
import { Button } from '#web/ui/button.tsx';

/** A copy of the set with the entry added, or removed if it was there. */
function toggled<T>(set: ReadonlySet<T>, entry: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}

interface OnboardingFormProps {
  case: InspectionCase;
  /** Once loaded, it replaces the case's own description of the property, because the owner may have corrected it. */
  property?: Property;
  /** The Edit button; omitted if the property cannot be edited. */
  editProperty?: ReactNode;
  onCompleted: (item: InspectionCase) => void;
}

/** The four steps of onboarding: confirm the property, read the requirements, get ready, choose the areas. */
export function OnboardingForm({ case: item, property, editProperty, onCompleted }: OnboardingFormProps) {
  const onboarding = useOnboarding(item.id);
  const areas = useQuery(areasQuery);
  const [confirmed, setConfirmed] = useState(false);
  const confirmation = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState<ReadonlySet<AreaCode>>(new Set());
  const noAreaSelected = areas.data !== undefined && missing.size >= areas.data.length;

  function submit() {
    setSubmitted(true);
    // On a phone the checkbox is above the visible area, so focusing it scrolls to it.
    if (!confirmed) confirmation.current?.focus();
    if (!confirmed || noAreaSelected) return;
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
      <ConfirmPropertyStep
        case={item}
        property={property}
        editProperty={editProperty}
        checkbox={confirmation}
        confirmed={confirmed}
        invalid={submitted && !confirmed}
        onConfirmed={setConfirmed}
      />
      <RequirementsStep case={item} />
      <ReadinessStep ready={ready} onToggle={(line) => setReady(toggled(ready, line))} />
      <AreasStep areas={areas} missing={missing} onToggle={(area) => setMissing(toggled(missing, area))} />
      <Button type="submit" size="lg" pending={onboarding.isPending} disabled={!areas.data}>
        {t('Complete Onboarding')}
      </Button>
    </form>
  );
}
