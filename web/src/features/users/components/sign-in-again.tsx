import { LogIn } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { t } from '#contract/language.ts';
import { useRenewSession } from '#web/features/users/renew-session.ts';
import { CodeField } from '#web/features/users/components/code-field.tsx';
import { PasskeyButton } from '#web/features/users/components/passkey-button.tsx';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { hasCode } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/auth.tsx';
import { hasUnsavedInput, sessionEnd } from '#web/lib/session-end.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SaveUnsentWork } from '#web/ui/save-unsent-work.tsx';

/** Advice for people who can no longer sign in but have unsent changes. */
function UnsentNotice() {
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.unsentCount);
  if (unsent === 0) return null;
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4">
      <p className="text-ink-2">
        {unsent === 1
          ? t('1 change on this device is not sent. If you cannot sign in any more, save a ZIP.')
          : t('{unsent} changes on this device are not sent. If you cannot sign in any more, save a ZIP.', { unsent })}
      </p>
      <SaveUnsentWork size="sm" />
    </div>
  );
}

/**
 * Renews an ended session in place while the page has unsaved work, so that a running recording need not stop. The
 * dialog opens immediately if the server refused to save what was typed.
 */
export default function SignInAgain() {
  const user = useUser();
  const renew = useRenewSession();
  const formId = useId();
  const { refusals } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  const [seenRefusals, setSeenRefusals] = useState(0);
  const [open, setOpen] = useState(false);
  if (refusals !== seenRefusals) {
    setSeenRefusals(refusals);
    if (hasUnsavedInput()) setOpen(true);
  }
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <>
      <div
        role="alert"
        // Otherwise an open dialog below would treat the press as one outside itself and close.
        onPointerDown={(event) => event.stopPropagation()}
        className="pointer-events-auto fixed inset-x-3 top-[max(12px,env(safe-area-inset-top))] z-50 mx-auto flex max-w-[640px] flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card border border-high bg-high-soft px-4 py-3 text-high shadow-lifted"
      >
        <p className="min-w-0 flex-1 basis-52">
          <b className="font-strong">{t('Authorization required.')}</b>{' '}
          {t('Sign in again to continue. Nothing on this page is lost.')}
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <LogIn aria-hidden="true" />
          {t('Sign In')}
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={t('Sign in again')}
          description={t('As {username}. Unsaved work continues afterwards.', { username: user.username })}
          size="sm"
          className="z-60"
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">{t('Not now')}</Button>
              </DialogClose>
              <Button type="submit" form={formId} pending={renew.isPending}>
                {t('Sign In')}
              </Button>
            </>
          }
        >
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              renew.mutate(needsCode ? { code } : { password }, {
                onError: (error) => {
                  if (hasCode(error, 'code_needed')) setNeedsCode(true);
                  if (hasCode(error, 'challenge_ended')) setNeedsCode(false);
                },
              });
            }}
          >
            <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
            {needsCode ? (
              <div className="grid gap-4">
                <CodeField
                  value={code}
                  onChange={setCode}
                  error={hasCode(renew.error, 'code_needed') ? null : renew.error}
                />
                <PasskeyButton
                  afterPassword
                  pending={renew.isPending}
                  onSigned={(credential) => renew.mutate({ credential })}
                />
              </div>
            ) : (
              <Field label={t('Password')} required error={renew.error?.message}>
                {(control) => (
                  <PasswordInput
                    {...control}
                    autoComplete="current-password"
                    value={password}
                    onChange={({ target }) => setPassword(target.value)}
                  />
                )}
              </Field>
            )}
          </form>
          <UnsentNotice />
        </DialogContent>
      </Dialog>
    </>
  );
}
