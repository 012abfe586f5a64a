import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { profileInputSchema, type CurrentUser } from '#contract/users.ts';
import { useUpdateProfile } from '#web/features/users/api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

const formSchema = profileInputSchema.omit({ role: true });

/** The Profile tab. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const update = useUpdateProfile();
  const form = useForm({
    resolver: zodResolver(formSchema),
    values: {
      email: user.email,
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      propertyName: user.propertyName ?? '',
    },
  });
  const {
    register,
    formState: { errors, isDirty, dirtyFields },
  } = form;
  const guard = useDiscardGuard(isDirty && !update.isPending);
  const submit = form.handleSubmit(({ email, ...fields }) => {
    if (!isDirty || update.isPending) return;
    // Sending the current address would cancel the new address that still has to be confirmed.
    update.mutate(user.pendingEmail && !dirtyFields.email ? fields : { email, ...fields }, {
      // A new address counts once it is confirmed; until then the field shows the current one.
      onSuccess: () => form.reset(),
      onError: (error) => showFieldErrors(form, error, ['email', 'firstName', 'lastName', 'propertyName']),
    });
  });
  // The saved values replace what the fields show, so nothing may be typed until then.
  const readOnly = update.isPending;
  return (
    <Card className="p-[18px]">
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field label={t('Email')} required error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('email')}
              readOnly={readOnly}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
          )}
        </Field>
        <PendingAddress user={user} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('First Name')} required error={errors.firstName?.message}>
            {(control) => (
              <Input {...control} {...register('firstName')} readOnly={readOnly} autoComplete="given-name" />
            )}
          </Field>
          <Field label={t('Last Name')} required error={errors.lastName?.message}>
            {(control) => (
              <Input {...control} {...register('lastName')} readOnly={readOnly} autoComplete="family-name" />
            )}
          </Field>
        </div>
        <Field
          label={t('Property Name')}
          hint={t('The company name shown on your dashboard')}
          error={errors.propertyName?.message}
        >
          {(control) => (
            <Input {...control} {...register('propertyName')} readOnly={readOnly} autoComplete="organization" />
          )}
        </Field>
        {/* Without `disabled`, which would take the focus of the keyboard once it is saved. */}
        <Button type="submit" pending={update.isPending} aria-disabled={!isDirty} className="sm:justify-self-start">
          {t('Save Changes')}
        </Button>
      </form>
      <DiscardDialog {...guard.dialog} />
    </Card>
  );
}

/** A new e-mail address that is not confirmed yet, with buttons to send the link again or to keep the old address. */
function PendingAddress({ user }: { user: CurrentUser }) {
  const update = useUpdateProfile();
  const { pendingEmail, email } = user;
  if (pendingEmail === null) return null;
  return (
    <div role="status" className="grid gap-3 rounded-card bg-sunken px-4 py-3">
      <p>
        {user.abilities.emailVerified
          ? t('We sent a link to {pendingEmail}. Your address stays {email} until you open it.', {
              pendingEmail,
              email,
            })
          : t(
              'Confirm your address with the link we sent to {pendingEmail}. Until then you cannot see cases sent to it.',
              { pendingEmail },
            )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={update.isPending} onClick={() => update.mutate({ email: pendingEmail })}>
          {t('Send the Link Again')}
        </Button>
        {user.abilities.emailVerified && (
          <Button variant="secondary" pending={update.isPending} onClick={() => update.mutate({ email })}>
            {t('Keep {email}', { email })}
          </Button>
        )}
      </div>
    </div>
  );
}
