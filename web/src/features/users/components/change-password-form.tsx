import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { changePasswordSchema, passwordMinimum } from '#contract/users.ts';
import { useChangePassword } from '#web/features/users/api.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';

const formSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(1, t('Confirm password is required')) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: t("Passwords don't match"),
  });
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password; requires the current one. All other devices are signed out. */
export function ChangePasswordForm({ username }: { username: string }) {
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: empty });
  const {
    register,
    formState: { errors },
  } = form;
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          toast({ title: t('Password changed'), description: t('All other devices are signed out.') });
          form.reset(empty);
        },
        onError: (error) => {
          if (!showFieldErrors(form, error, ['currentPassword', 'newPassword'])) toastError(t('Error'), error);
        },
      },
    ),
  );
  return (
    <Card aria-label={t('Change password')}>
      <CardHeader title={t('Change password')} note={t('This signs out all your other devices.')} />
      <form noValidate className="grid gap-4 px-[18px] pt-1 pb-[18px]" onSubmit={submit}>
        {/* Tells a password manager which account the new password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label={t('Current password')} required error={errors.currentPassword?.message}>
          {(control) => <PasswordInput {...control} {...register('currentPassword')} autoComplete="current-password" />}
        </Field>
        <Field
          label={t('New password')}
          required
          hint={t('At least {passwordMinimum} characters', { passwordMinimum })}
          error={errors.newPassword?.message}
        >
          {(control) => <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />}
        </Field>
        <Field label={t('Confirm Password')} required error={errors.confirmPassword?.message}>
          {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
        </Field>
        <Button type="submit" className="md:justify-self-start" pending={change.isPending}>
          {t('Change Password')}
        </Button>
      </form>
    </Card>
  );
}
