import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { SecondFactorSetup as Setup } from '#contract/second-factor.ts';
import { usePrepareApp, useTurnAppOn } from '#web/features/users/api.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { QrCode } from '#web/features/users/components/qr-code.tsx';
import { RecoveryCodes } from '#web/features/users/components/recovery-codes.tsx';
import { ApiError, hasCode } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** The message for a field, from a check here or from the server. */
const fieldError = (field: string, missing: string | null, error: Error | null): string | undefined =>
  missing ?? (error instanceof ApiError ? error.errors[field] : undefined);

/** A new step replaces the one whose button had the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

interface StepProps {
  onSubmit: () => void;
  label: string;
  pending: boolean;
  children: ReactNode;
}

function Step({ onSubmit, label, pending, children }: StepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {children}
      <Button type="submit" className="sm:justify-self-start" pending={pending}>
        {label}
      </Button>
    </form>
  );
}

function PasswordStep({ username, onDone }: { username: string; onDone: (setup: Setup) => void }) {
  const prepare = usePrepareApp();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <Step
      label={t('Continue')}
      pending={prepare.isPending}
      onSubmit={() => {
        setMissing(password ? null : t('Current password is required'));
        if (!password) return;
        prepare.mutate(password, {
          onSuccess: onDone,
          onError: (error) => {
            if (!hasCode(error, 'current_password_wrong')) toastError(t('Error'), error);
          },
        });
      }}
    >
      <p className="text-ink-2">
        {t('You need an authenticator app on your phone, such as your password manager. First confirm your identity.')}
      </p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('Current password')} required error={fieldError('currentPassword', missing, prepare.error)}>
        {(control) => (
          <PasswordInput
            {...control}
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </Step>
  );
}

interface ScanStepProps {
  setup: Setup;
  onDone: (codes: string[]) => void;
  onEnded: () => void;
}

function ScanStep({ setup, onDone, onEnded }: ScanStepProps) {
  const turnOn = useTurnAppOn();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <Step
      label={t('Turn On')}
      pending={turnOn.isPending}
      onSubmit={() => {
        setMissing(code.trim() ? null : t('Enter the code'));
        if (!code.trim()) return;
        turnOn.mutate(code, {
          onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
          onError: (error) => {
            if (hasCode(error, 'code_wrong')) return;
            toastError(t('Error'), error);
            if (hasCode(error, 'setup_ended')) onEnded();
          },
        });
      }}
    >
      <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:justify-items-start">
        <QrCode text={setup.address} label={t('QR code for the authenticator app')} />
        <div className="grid content-start gap-2">
          <p ref={focus} tabIndex={-1} className="focus-visible:outline-none">
            {t('Scan this code with the app, or open the app if it is on this device:')}
          </p>
          <Button asChild variant="secondary" size="sm" className="justify-self-start">
            <a href={setup.address}>{t('Open the App')}</a>
          </Button>
          <p className="text-ink-2">{t('Or type this key into it:')}</p>
          <code className="tracking-wide wrap-anywhere">{setup.key.replaceAll(/.{4}(?!$)/g, '$& ')}</code>
        </div>
      </div>
      <Field
        label={t('Code')}
        required
        hint={t('Six digits that the app then shows')}
        error={fieldError('code', missing, turnOn.error)}
      >
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
          />
        )}
      </Field>
    </Step>
  );
}

/** Sets up an authenticator app: the password, the key for the app, its first code, and the recovery codes to save. */
export function SecondFactorSetup({ username, onDone }: { username: string; onDone: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes)
    return (
      <div ref={focus} tabIndex={-1} className="grid gap-4 focus-visible:outline-none">
        <RecoveryCodes codes={codes} />
        <Button className="sm:justify-self-start" onClick={onDone}>
          {t('I Have Kept Them')}
        </Button>
      </div>
    );
  if (setup) return <ScanStep setup={setup} onDone={setCodes} onEnded={() => setSetup(null)} />;
  return <PasswordStep username={username} onDone={setSetup} />;
}
