import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { propertyInputSchema, type Property, type PropertyInput } from '#contract/properties.ts';
import { propertyTypes } from '#contract/property-types.ts';
import { useCreateProperty, useUpdateProperty } from '#web/features/properties/api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogClose } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

const fields = ['name', 'address', 'city', 'state', 'zipCode', 'propertyType', 'brandStandard', 'totalRooms'] as const;
const formId = 'property-form';

interface FormProps {
  property: Property | null;
  pending: boolean;
  onSubmit: (input: PropertyInput, refused: (error: unknown) => void) => void;
}

function PropertyForm({ property, onSubmit }: Omit<FormProps, 'pending'>) {
  const form = useForm({
    resolver: zodResolver(propertyInputSchema),
    defaultValues: {
      name: property?.name ?? '',
      address: property?.address ?? '',
      city: property?.city ?? '',
      state: property?.state ?? '',
      zipCode: property?.zipCode ?? '',
      propertyType: property?.propertyType ?? 'hotel',
      brandStandard: property?.brandStandard ?? '',
      totalRooms: property?.totalRooms ?? '',
      status: property?.status ?? 'active',
    },
  });
  const {
    register,
    formState: { errors },
  } = form;
  const submit = form.handleSubmit((input) => onSubmit(input, (error) => showFieldErrors(form, error, fields)));
  return (
    <form id={formId} noValidate className="grid gap-4 pt-1" onSubmit={submit}>
      <Field label={t('Property Name')} required error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" />}
      </Field>
      <Field label={t('Address')} required error={errors.address?.message}>
        {(control) => <Input {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <Field label={t('City')} required error={errors.city?.message}>
          {(control) => <Input {...control} {...register('city')} autoComplete="address-level2" />}
        </Field>
        <Field label={t('State')} required error={errors.state?.message}>
          {(control) => <Input {...control} {...register('state')} autoComplete="address-level1" />}
        </Field>
        <Field label={t('ZIP Code')} required error={errors.zipCode?.message}>
          {(control) => <Input {...control} {...register('zipCode')} inputMode="numeric" autoComplete="postal-code" />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Property Type')} required error={errors.propertyType?.message}>
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
        <Field label={t('Total Rooms')} required={false} error={errors.totalRooms?.message}>
          {(control) => <Input {...control} {...register('totalRooms')} inputMode="numeric" />}
        </Field>
      </div>
      <Field label={t('Brand Standard')} required={false} error={errors.brandStandard?.message}>
        {(control) => <Input {...control} {...register('brandStandard')} autoComplete="off" />}
      </Field>
    </form>
  );
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function FormSheet({
  title,
  description,
  submitLabel,
  open,
  onOpenChange,
  ...form
}: DialogProps & FormProps & { title: string; description?: string; submitLabel: string }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        title={title}
        description={description}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('Cancel')}</Button>
            </DialogClose>
            <Button type="submit" form={formId} pending={form.pending}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <PropertyForm property={form.property} onSubmit={form.onSubmit} />
      </SheetContent>
    </Sheet>
  );
}

/** Adds a property without a case. */
export function AddPropertyDialog({ open, onOpenChange }: DialogProps) {
  const create = useCreateProperty();
  return (
    <FormSheet
      title={t('Add Property')}
      description={t('For your own inspections. Use the case number for a property of a case.')}
      submitLabel={t('Add Property')}
      open={open}
      onOpenChange={onOpenChange}
      property={null}
      pending={create.isPending}
      onSubmit={(input, refused) =>
        create.mutate(input, { onSuccess: () => onOpenChange(false), onError: (error) => refused(error) })
      }
    />
  );
}

/** Edits a property. */
export function EditPropertyDialog({ property, open, onOpenChange }: DialogProps & { property: Property }) {
  const update = useUpdateProperty(property.id);
  return (
    <FormSheet
      title={t('Edit Property')}
      submitLabel={t('Save Changes')}
      open={open}
      onOpenChange={onOpenChange}
      property={property}
      pending={update.isPending}
      onSubmit={(input, refused) =>
        update.mutate(input, { onSuccess: () => onOpenChange(false), onError: (error) => refused(error) })
      }
    />
  );
}
