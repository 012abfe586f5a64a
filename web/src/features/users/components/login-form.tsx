import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { t } from '#contract/language.ts';
import type { LoginInput } from '#contract/users.ts';
import PasskeySignIn from '#web/features/users/components/passkey-sign-in.tsx';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { roleChoices } from '#web/features/users/components/role-choices.ts';
import { canUsePasskeys, useAppConfig } from '#web/lib/app-config.ts';
import { hasCode, NoConnection } from '#web/lib/api-error.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { continueEarly, loginValues, typedEarly } from '#web/lib/typed-early.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

const ProviderSignIn = lazy(() => import('#web/features/users/components/provider-sign-in.tsx'));
const CodeForm = lazy(() => import('#web/features/users/components/code-form.tsx'));

interface LoginFormProps {
  /** An account to fill in, such as a sample account. */
  filled: { username: string; password: string; role: 'property' | 'admin' } | null;
  email?: string;
  /** The page to open after sign-in, and the error of a failed sign-in at the company's provider. */
  next: string;
  problem?: string;
  /** Removes the problem from the address. */
  onProblemLeft: () => void;
}

/** The schema comes with zod, so it is loaded when a field gets the focus. */
const loadSchema = () => import('#contract/users.ts');
type Errors = Partial<Record<string, string>>;
type Values = Required<LoginInput>;

/**
 * The fields of the form. Without react-hook-form, because that would be a tenth of what this screen loads, and most first visits
 * are to this screen. `sent` are the values sent last, for the way back from the question for a code.
 */
function useLoginFields(start: Values, filled: LoginFormProps['filled'], onValid: (input: LoginInput) => void) {
  const [sent, setSent] = useState(start);
  // The messages about what was typed; they do not apply once an account is filled in.
  const [checked, setChecked] = useState({ filled, errors: {} as Errors });
  const errors = checked.filled === filled ? checked.errors : {};
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => continueEarly(form.current), []);
  const field = (name: string) => form.current?.elements.namedItem(name);
  useEffect(() => {
    for (const [name, value] of Object.entries(filled ?? {})) {
      const element = field(name);
      if (element instanceof HTMLInputElement || element instanceof RadioNodeList) element.value = value;
    }
  }, [filled]);

  const read = (): Values => loginValues(form.current);
  const check = async (values: Values) => {
    const { loginSchema } = await loadSchema();
    const found = loginSchema.safeParse(values);
    const faults = (found.error?.issues ?? []).map((issue) => [issue.path[0], issue.message] as const);
    setChecked({ filled, errors: Object.fromEntries(faults) });
    return found;
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = read();
    try {
      const found = await check(values);
      setSent(values);
      if (found.success) return onValid(found.data);
      const first = field(found.error.issues[0]?.path[0] === 'username' ? 'username' : 'password');
      if (first instanceof HTMLElement) first.focus();
    } catch (error) {
      // The schema could not be loaded, and without a connection there is no session either.
      toastError(t('Login failed'), new NoConnection(error));
    }
  };
  /** Removes a message as soon as the fault is mended. */
  const recheck = () => {
    if (Object.keys(errors).length > 0) void check(read()).catch(() => undefined);
  };
  const touched = { onFocus: () => void loadSchema().catch(() => undefined), onInput: recheck };
  return { form, sent, errors, read, submit, touched };
}

/** The Sign In tab. */
export function LoginForm({ filled, email, next, problem, onProblemLeft }: LoginFormProps) {
  const { login } = useAuth();
  const provider = useAppConfig()?.signInProvider;
  const start: Values = { username: email ?? '', password: '', role: 'property', rememberMe: false, ...typedEarly() };
  const { form, sent, errors, read, submit, touched } = useLoginFields(start, filled, login.mutate);

  const provided = problem === 'code';
  if (provided || hasCode(login.error, 'code_needed'))
    return (
      <Suspense fallback={<ScreenSpinner />}>
        <CodeForm
          provided={provided}
          onBack={() => {
            login.reset();
            // Or the code would be asked for again.
            if (provided) onProblemLeft();
          }}
        />
      </Suspense>
    );
  return (
    <form
      ref={form}
      noValidate
      // So that the browser, before the scripts run, does not send the password as part of an address.
      method="dialog"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('Username')} required error={errors.username}>
        {(control) => (
          <Input
            {...control}
            {...touched}
            name="username"
            defaultValue={sent.username}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Password')} required error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            {...touched}
            name="password"
            defaultValue={sent.password}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Segmented legend={t('Sign in as')} choices={roleChoices} input={{ name: 'role' }} chosen={sent.role} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={t('Remember me')} name="rememberMe" defaultChecked={sent.rememberMe} />
        <PageLink
          to="/forgot-password"
          className="inline-flex min-h-9 items-center font-medium text-accent hover:underline touch:min-h-11"
        >
          {t('Forgot password?')}
        </PageLink>
      </div>
      <Button type="submit" block pending={login.isPending}>
        {t('Sign In')}
      </Button>
      {canUsePasskeys() && (
        <div className="passkeys-only grid">
          <PasskeySignIn choice={read} />
        </div>
      )}
      {(provider || problem) && (
        <Suspense>
          <ProviderSignIn next={next} problem={problem} />
        </Suspense>
      )}
    </form>
  );
}
