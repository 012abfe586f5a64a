import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { areaCodes } from '#contract/area-codes.ts';
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
import { useSessionState } from '#web/lib/session-state.ts';
import { Button } from '#web/ui/button.tsx';

/** The list with the entry added, or removed if it was there. */
const toggled = <T,>(list: readonly T[], entry: T): T[] =>
  list.includes(entry) ? list.filter((each) => each !== entry) : [...list, entry];

/** What was entered so far. */
const entriesSchema = z.object({
  confirmed: z.boolean(),
  ready: z.array(z.string()),
  missing: z.array(z.enum(areaCodes)),
});
const noEntries: z.output<typeof entriesSchema> = { confirmed: false, ready: [], missing: [] };

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
  const [entries, setEntries] = useSessionState(`onboarding.${item.id}`, entriesSchema, noEntries);
  const { confirmed, ready, missing } = entries;
  const confirmation = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const noAreaSelected = areas.data !== undefined && missing.length >= areas.data.length;

  function submit() {
    setSubmitted(true);
    // On a phone the checkbox is above the visible area, so focusing it scrolls to it.
    if (!confirmed) confirmation.current?.focus();
    if (!confirmed || noAreaSelected) return;
    onboarding.mutate(
      { propertyConfirmed: true, checklist: ready, notApplicableAreas: missing },
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
        onConfirmed={(isConfirmed) => setEntries({ ...entries, confirmed: isConfirmed })}
      />
      <RequirementsStep case={item} />
      <ReadinessStep ready={ready} onToggle={(line) => setEntries({ ...entries, ready: toggled(ready, line) })} />
      <AreasStep
        areas={areas}
        missing={missing}
        onToggle={(area) => setEntries({ ...entries, missing: toggled(missing, area) })}
      />
      <Button type="submit" size="lg" pending={onboarding.isPending} disabled={!areas.data}>
        {t('Complete Onboarding')}
      </Button>
    </form>
  );
}
