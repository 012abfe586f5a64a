import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { passwordMinimum, resetPasswordSchema } from '#contract/users.ts';
import { useResetPassword } from '#web/features/users/api.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { hasStatus } from '#web/lib/api-error.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

const formSchema = resetPasswordSchema
  .extend({ confirmPassword: z.string().min(1, t('Confirm password is required')) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: t("Passwords don't match"),
  });

export const NewLinkButton = () => (
  <Button asChild>
    <Link to="/forgot-password">{t('Ask for a new link')}</Link>
  </Button>
);

/** Sets a new password with the token from the e-mail; all sessions of the account end. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const {
    register,
    formState: { errors },
  } = form;
  const submit = form.handleSubmit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onSuccess: () => {
          toast({ title: t('Password changed'), description: t('Sign in with the new one.') });
          void navigate({ to: '/auth' });
        },
        onError: (error) => {
          // Of a link that has expired or was used, the page says so itself.
          if (!hasStatus(error, 410) && !showFieldErrors(form, error, ['password'])) toastError(t('Error'), error);
        },
      },
    ),
  );
  if (hasStatus(reset.error, 410))
    return (
      <>
        <p role="alert" className="pb-4">
          {reset.error.message}
        </p>
        <NewLinkButton />
      </>
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label={t('New password')}
        required
        hint={t('At least {passwordMinimum} characters', { passwordMinimum })}
        error={errors.password?.message}
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label={t('Confirm Password')} required error={errors.confirmPassword?.message}>
        {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" block pending={reset.isPending}>
        {t('Set New Password')}
      </Button>
    </form>
  );
}
