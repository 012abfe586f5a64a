import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { loginSchema, type LoginInput } from '#contract/users.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { roleChoices } from '#web/features/users/components/role-choices.ts';
import { canUsePasskeys, useAppConfig } from '#web/lib/app-config.ts';
import { hasCode } from '#web/lib/api-error.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

const PasskeySignIn = lazy(() => import('#web/features/users/components/passkey-sign-in.tsx'));
const ProviderSignIn = lazy(() => import('#web/features/users/components/provider-sign-in.tsx'));
const CodeForm = lazy(() => import('#web/features/users/components/code-form.tsx'));

interface LoginFormProps {
  /** An account to fill in, such as a sample account. */
  filled: { username: string; password: string; role: 'property' | 'admin' } | null;
  email?: string;
  /** The page to open after sign-in, and the error of a failed sign-in at the company's provider. */
  next: string;
  problem?: string;
}

/** The Sign In tab. */
export function LoginForm({ filled, email, next, problem }: LoginFormProps) {
  const { login } = useAuth();
  const provider = useAppConfig()?.signInProvider;
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: email ?? '', password: '', role: 'property', rememberMe: false } satisfies LoginInput,
  });
  const { register, handleSubmit, reset, formState, getValues } = form;

  useEffect(() => {
    if (filled) reset({ ...filled, rememberMe: false });
  }, [filled, reset]);

  const provided = problem === 'code';
  if (provided || hasCode(login.error, 'code_needed'))
    return (
      <Suspense fallback={<ScreenSpinner />}>
        <CodeForm provided={provided} onBack={login.reset} />
      </Suspense>
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit((input) => login.mutate(input))}>
      <Field label={t('Username')} required error={formState.errors.username?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('username')}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Password')} required error={formState.errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      <Segmented legend={t('Sign in as')} choices={roleChoices} input={register('role')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={t('Remember me')} {...register('rememberMe')} />
        <Link
          to="/forgot-password"
          className="inline-flex min-h-9 items-center font-medium text-accent hover:underline touch:min-h-11"
        >
          {t('Forgot password?')}
        </Link>
      </div>
      <Button type="submit" block pending={login.isPending}>
        {t('Sign In')}
      </Button>
      {canUsePasskeys() && (
        <Suspense>
          <PasskeySignIn choice={getValues} />
        </Suspense>
      )}
      {(provider || problem) && (
        <Suspense>
          <ProviderSignIn next={next} problem={problem} />
        </Suspense>
      )}
    </form>
  );
}
