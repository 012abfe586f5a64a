import { KeyRound } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { t } from '#contract/language.ts';
import { useProof } from '#web/features/users/api.ts';
import { usePasskeyProof, passkeysQuery } from '#web/features/users/passkeys-api.ts';
import { canUsePasskeys, useAppConfig } from '#web/lib/app-config.ts';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { ApiError, hasCode } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/auth.tsx';
import { proof } from '#web/lib/proof.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

const pageAddress = () => `${window.location.pathname}${window.location.search}`;

/** Asks for the password again before a change that protects the account, then lets the change continue. */
export default function ProofDialog() {
  const user = useUser();
  const prove = useProof();
  const byPasskey = usePasskeyProof();
  const hasPasskey = (useQuery(passkeysQuery).data?.length ?? 0) > 0 && canUsePasskeys();
  const provider = useAppConfig()?.signInProvider;
  const formId = useId();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const refused = prove.error instanceof ApiError ? prove.error.errors.currentPassword : undefined;
  return (
    <Dialog open onOpenChange={(open) => !open && proof.answer(false)}>
      <DialogContent
        title={t('Confirm that it is you')}
        description={t('This change affects security. Enter your password to continue.')}
        size="sm"
        className="z-60"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('Cancel')}</Button>
            </DialogClose>
            <Button type="submit" form={formId} pending={prove.isPending}>
              {t('Confirm')}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(!password);
            if (!password) return;
            prove.mutate(password, {
              onSuccess: () => proof.answer(true),
              onError: (error) => {
                if (!hasCode(error, 'current_password_wrong')) toastError(t('Error'), error);
              },
            });
          }}
        >
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
          <Field label={t('Password')} required error={missing ? t('Password is required') : refused}>
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
        </form>
        <Link
          to="/forgot-password"
          search={{ email: user.email }}
          className="mt-1 inline-flex min-h-9 items-center font-medium text-accent hover:underline touch:min-h-11"
          onClick={() => proof.answer(false)}
        >
          {t('Forgot password?')}
        </Link>
        {hasPasskey && (
          <Button
            variant="secondary"
            block
            className="mt-4"
            pending={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined, { onSuccess: () => proof.answer(true) })}
          >
            <KeyRound aria-hidden="true" />
            {t('Use a passkey')}
          </Button>
        )}
        {provider && (
          <>
            <Button variant="secondary" block className="mt-4" asChild>
              {/* For accounts without a password here. It leads back to this page, where the change is made again. */}
              <a href={`/api/login/provider?${new URLSearchParams({ next: pageAddress() }).toString()}`}>{provider}</a>
            </Button>
            {/* A provider that does not say when the person signed in proves nothing. */}
            <p className="mt-2 text-small text-ink-2">
              {t('If you are asked again after that, choose a password here with “Forgot password?”.')}
            </p>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
