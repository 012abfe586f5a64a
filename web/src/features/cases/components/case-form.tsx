import { useQuery } from '@tanstack/react-query';
import { inspectionTypeLabels, inspectionTypes, splitRequirements } from '#contract/cases.ts';
import { propertyTypes } from '#contract/property-types.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { appendLines, placesNamedIn, type CaseForm } from '#web/features/cases/case-form-schema.ts';
import { KnownPlaces } from '#web/features/cases/components/known-places.tsx';
import { RequirementPlaces } from '#web/features/cases/components/requirement-places.tsx';
import { RequirementsFile } from '#web/features/cases/components/requirements-file.tsx';
import { statusLabel } from '#web/ui/badge.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const Legend = ({ children }: { children: string }) => (
  <legend className="mb-3 text-tiny font-semibold text-ink-3">{children}</legend>
);

function PropertyFields({ form }: { form: CaseForm }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <fieldset>
      <Legend>Property</Legend>
      <div className="grid gap-4 sm:grid-cols-6">
        <Field label="Property Name" required error={errors.propertyName?.message} className="sm:col-span-6">
          {(control) => <Input {...control} {...register('propertyName')} autoComplete="off" data-autofocus />}
        </Field>
        <KnownPlaces form={form} />
        <Field label="Address" required error={errors.propertyAddress?.message} className="sm:col-span-6">
          {(control) => <Input {...control} {...register('propertyAddress')} autoComplete="off" />}
        </Field>
        <Field label="City" required error={errors.propertyCity?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register('propertyCity')} autoComplete="off" />}
        </Field>
        <Field label="State" required error={errors.propertyState?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register('propertyState')} autoComplete="off" />}
        </Field>
        <Field label="ZIP Code" required error={errors.propertyZipCode?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register('propertyZipCode')} autoComplete="off" />}
        </Field>
        <Field label="Property Type" required error={errors.propertyType?.message} className="sm:col-span-2">
          {(control) => (
            <Select {...control} {...register('propertyType')}>
              {propertyTypes.map((type) => (
                <option key={type} value={type}>
                  {statusLabel(type)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Brand Standard" required={false} error={errors.brandStandard?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register('brandStandard')} autoComplete="off" />}
        </Field>
        <Field label="Total Rooms" required={false} error={errors.totalRooms?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...register('totalRooms')} inputMode="numeric" autoComplete="off" />}
        </Field>
      </div>
    </fieldset>
  );
}

function OwnerFields({ form: { register, formState } }: { form: CaseForm }) {
  const { errors } = formState;
  return (
    <fieldset>
      <Legend>Owner</Legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Owner Email"
          required
          error={errors.ownerEmail?.message}
          hint="The case will be sent to this e-mail"
        >
          {(control) => (
            <Input {...control} {...register('ownerEmail')} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        <Field label="Owner Name" required={false} error={errors.ownerName?.message}>
          {(control) => <Input {...control} {...register('ownerName')} autoComplete="off" />}
        </Field>
      </div>
    </fieldset>
  );
}

function InspectionFields({ form: { register, getValues, setValue, watch, formState } }: { form: CaseForm }) {
  const { errors } = formState;
  const { data: areas = [] } = useQuery(areasQuery);
  function appendRequirements(text: string) {
    setValue('requirements', appendLines(getValues('requirements'), text), {
      shouldDirty: true,
      shouldValidate: true,
    });
    setValue('places', placesNamedIn(splitRequirements(text), getValues('places'), areas));
  }
  return (
    <fieldset>
      <Legend>Inspection</Legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Inspection Type" required error={errors.inspectionType?.message}>
          {(control) => (
            <Select {...control} {...register('inspectionType')}>
              {inspectionTypes.map((type) => (
                <option key={type} value={type}>
                  {inspectionTypeLabels[type]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Due Date"
          required
          error={errors.dueDate?.message}
          hint="The inspection must be completed by this date"
        >
          {(control) => <DatePicker {...control} {...register('dueDate')} notPast />}
        </Field>
        <Field
          label="Inspection Requirements"
          required={false}
          error={errors.requirements?.message}
          hint="Specific items to check, one per line"
          className="sm:col-span-2"
          aside={<RequirementsFile onText={appendRequirements} />}
        >
          {(control) => <Textarea {...control} {...register('requirements')} rows={5} />}
        </Field>
        <RequirementPlaces
          text={watch('requirements')}
          places={watch('places')}
          onChange={(places) => setValue('places', places, { shouldDirty: true })}
        />
        <Field
          label="Admin Notes"
          required={false}
          error={errors.notes?.message}
          hint="Instructions for the owner"
          className="sm:col-span-2"
        >
          {(control) => <Textarea {...control} {...register('notes')} rows={3} />}
        </Field>
      </div>
    </fieldset>
  );
}

/** The fields of a new case; the surrounding dialog has the buttons. */
export function CaseFields({ form }: { form: CaseForm }) {
  return (
    <div className="grid gap-7">
      <PropertyFields form={form} />
      <OwnerFields form={form} />
      <InspectionFields form={form} />
    </div>
  );
}
