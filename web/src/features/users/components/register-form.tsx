import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { passwordMinimum, registerFormSchema } from '#contract/users.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { roleChoices } from '#web/features/users/components/role-choices.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { showFieldErrors } from '#web/lib/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';

interface RegisterFormProps {
  email?: string;
  /** Whether anybody may create an Admin/QA account. */
  selfServiceAdmin: boolean;
  /** The token of an invitation, which makes the account an admin account. */
  invitation?: string;
}

/** The Sign Up tab, and the form that an invitation links to. */
export function RegisterForm({ email, selfServiceAdmin, invitation }: RegisterFormProps) {
  const { register: signUp } = useAuth();
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: {
      firstName: '',
      lastName: '',
      username: '',
      email: email ?? '',
      propertyName: '',
      password: '',
      confirmPassword: '',
      role: invitation ? 'admin' : 'property',
      invitation,
    },
  });
  const {
    register,
    formState: { errors },
  } = form;

  const submit = form.handleSubmit(({ confirmPassword: _, ...account }) =>
    signUp.mutate(account, {
      onError: (error) =>
        showFieldErrors(form, error, ['firstName', 'lastName', 'username', 'email', 'propertyName', 'password']),
    }),
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('First Name')} error={errors.firstName?.message}>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label={t('Last Name')} error={errors.lastName?.message}>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={t('Username')} required error={errors.username?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Email')} required error={errors.email?.message}>
        {(control) => <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
      </Field>
      {!invitation && (
        <Field label={t('Property Name')} error={errors.propertyName?.message}>
          {(control) => <Input {...control} {...register('propertyName')} autoComplete="organization" />}
        </Field>
      )}
      <Field
        label={t('Password')}
        required
        hint={t('At least {passwordMinimum} characters', { passwordMinimum })}
        error={errors.password?.message}
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('Confirm Password')} required error={errors.confirmPassword?.message}>
        {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
      {!invitation && selfServiceAdmin && (
        <Segmented legend={t('Account Type')} choices={roleChoices} input={register('role')} />
      )}
      {!invitation && !selfServiceAdmin && (
        <p className="text-small text-ink-2">
          {t('This creates a Property Owner account. Admin/QA accounts need an invitation from an admin.')}
        </p>
      )}
      <Button type="submit" block pending={signUp.isPending} className="mt-1">
        {t('Create Account')}
      </Button>
    </form>
  );
}
