import { useId, useState } from 'react';
import { t } from '#contract/language.ts';
import { useRenewRecoveryCodes, useTurnAppOff } from '#web/features/users/api.ts';
import { CodeField } from '#web/features/users/components/code-field.tsx';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { RecoveryCodes } from '#web/features/users/components/recovery-codes.tsx';
import { SecondFactorSetup } from '#web/features/users/components/second-factor-setup.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

export type SecondFactorTask = 'set-up' | 'turn-off' | 'recovery-codes';

interface DialogProps {
  username: string;
  onClose: () => void;
}

function SetupDialog({ username, onClose }: DialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('Set up an authenticator app')} shape="sheet">
        <SecondFactorSetup username={username} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

/** Asks for the password and a code, to turn the app off or to create new recovery codes. */
function ProofDialog({ username, onClose, off }: DialogProps & { off: boolean }) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const turnOff = useTurnAppOff();
  const renew = useRenewRecoveryCodes();
  const { error, isPending } = off ? turnOff : renew;
  const refused = error instanceof ApiError ? error.errors : {};
  const onError = (failure: Error) => {
    if (!(failure instanceof ApiError) || Object.keys(failure.errors).length === 0) toastError(t('Error'), failure);
  };
  const submit = () => {
    setSubmitted(true);
    if (!password || !code.trim()) return;
    const input = { currentPassword: password, code };
    if (off) turnOff.mutate(input, { onSuccess: onClose, onError });
    else renew.mutate(input, { onError });
  };
  const codes = renew.data?.recoveryCodes;
  const close = (
    <DialogClose asChild>
      <Button variant={codes ? 'primary' : 'secondary'}>{codes ? t('I Have Kept Them') : t('Cancel')}</Button>
    </DialogClose>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={off ? t('Turn off the authenticator app') : t('New recovery codes')}
        description={
          off
            ? t('You then sign in with your password only.')
            : codes
              ? undefined
              : t('Your current codes stop working.')
        }
        shape="sheet"
        footer={
          codes ? (
            close
          ) : (
            <>
              {close}
              <Button type="submit" form={formId} variant={off ? 'danger' : 'primary'} pending={isPending}>
                {off ? t('Turn Off') : t('Make New Codes')}
              </Button>
            </>
          )
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <form
            id={formId}
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <Field
              label={t('Current password')}
              required
              error={submitted && !password ? t('Current password is required') : refused.currentPassword}
            >
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
            <CodeField
              value={code}
              onChange={setCode}
              error={submitted && !code.trim() ? t('Enter the code') : refused.code}
            />
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

export default function SecondFactorDialog({ task, ...props }: DialogProps & { task: SecondFactorTask }) {
  if (task === 'set-up') return <SetupDialog {...props} />;
  return <ProofDialog {...props} off={task === 'turn-off'} />;
}
