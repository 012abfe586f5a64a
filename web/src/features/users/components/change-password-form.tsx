import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { changePasswordSchema, passwordMinimum } from '#contract/users.ts';
import { useChangePassword } from '#web/features/users/api.ts';
import { ownApiKeysQuery } from '#web/features/users/api-keys-api.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';

const formSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(1, t('Confirm password is required')) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: t("Passwords don't match"),
  });
const empty = { currentPassword: '', newPassword: '', confirmPassword: '', revokeApiKeys: false };

/**
 * Changes the password; requires the current one. All other devices are signed out, and the API keys keep working unless
 * the person revokes them too.
 */
export function ChangePasswordForm({ username }: { username: string }) {
  const change = useChangePassword();
  const validKeys = useQuery(ownApiKeysQuery).data?.filter(({ expired }) => !expired).length ?? 0;
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: empty });
  const {
    register,
    formState: { errors },
  } = form;
  const submit = form.handleSubmit(({ currentPassword, newPassword, revokeApiKeys }) =>
    change.mutate(
      { currentPassword, newPassword, revokeApiKeys },
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
        {validKeys > 0 && (
          <Checkbox
            label={t('Revoke my API keys too ({count})', { count: validKeys })}
            hint={t(
              'Otherwise programs that use them keep working. Choose this if somebody else may know your password.',
            )}
            {...register('revokeApiKeys')}
          />
        )}
        <Button type="submit" className="md:justify-self-start" pending={change.isPending}>
          {t('Change Password')}
        </Button>
      </form>
    </Card>
  );
}
