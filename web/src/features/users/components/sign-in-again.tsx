import { LogIn } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { PasswordInput } from '#web/features/users/components/password-input.tsx';
import { useRenewSession, useUser } from '#web/lib/auth.tsx';
import { hasUnsavedInput, sessionEnd } from '#web/lib/session-end.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

/**
 * Says that the session has ended while the page holds what is not saved, and renews it in place. The work goes on
 * meanwhile: a camera that records is not stopped. Whoever was refused what they typed is asked at once.
 */
export default function SignInAgain() {
  const user = useUser();
  const renew = useRenewSession();
  const formId = useId();
  const { refusals } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  const [answered, setAnswered] = useState(0);
  const [open, setOpen] = useState(false);
  if (refusals !== answered) {
    setAnswered(refusals);
    if (hasUnsavedInput()) setOpen(true);
  }
  const [password, setPassword] = useState('');
  return (
    <>
      <div
        role="alert"
        // A dialog below would take the press for one beside it, and close.
        onPointerDown={(event) => event.stopPropagation()}
        className="pointer-events-auto fixed inset-x-3 top-[max(12px,env(safe-area-inset-top))] z-50 mx-auto flex max-w-[640px] flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card border border-high bg-high-soft px-4 py-3 text-high shadow-lifted"
      >
        <p className="min-w-0 flex-1 basis-52">
          <b className="font-strong">Authorization required.</b> Sign in again to go on; nothing on this page is lost.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <LogIn aria-hidden="true" />
          Sign In
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title="Sign in again"
          description={`As ${user.username}. What is not saved yet goes on afterwards.`}
          size="sm"
          className="z-60"
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Not now</Button>
              </DialogClose>
              <Button type="submit" form={formId} pending={renew.isPending}>
                Sign In
              </Button>
            </>
          }
        >
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              renew.mutate(password);
            }}
          >
            <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
            <Field label="Password" required error={renew.error?.message}>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoComplete="current-password"
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                />
              )}
            </Field>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
