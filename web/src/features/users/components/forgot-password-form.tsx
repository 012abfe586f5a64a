import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { forgotPasswordSchema } from '#contract/users.ts';
import { useForgotPassword } from '#web/features/users/api.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Requests a reset link. The message is the same for known and unknown addresses. */
export function ForgotPasswordForm({ email }: { email?: string }) {
  const forgot = useForgotPassword();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: email ?? '' },
  });
  if (forgot.isSuccess) {
    return (
      <p role="status" className="rounded-card border border-line bg-good-soft px-4 py-3 text-good">
        {t('If an account has this address, we sent a link to it. The link works for one hour.')}
      </p>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit((input) =>
        forgot.mutate(input.email, { onError: (error) => toastError(t('Error'), error) }),
      )}
    >
      <Field label={t('Email')} required error={formState.errors.email?.message}>
        {(control) => <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
      </Field>
      <Button type="submit" block pending={forgot.isPending}>
        {t('Send Reset Link')}
      </Button>
    </form>
  );
}
