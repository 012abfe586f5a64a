import { useEffect } from 'react';
import type { SignedCredential } from '#contract/passkeys.ts';
import type { LoginInput } from '#contract/users.ts';
import { PasskeyButton } from '#web/features/users/components/passkey-button.tsx';
import { canFillPasskeys, signWithPasskey, stopWaiting } from '#web/features/users/passkeys.ts';
import { useAuth } from '#web/lib/auth.tsx';

/** A little less than the time in which the server takes an answer. */
const askAgainAfter = 4 * 60_000;

interface PasskeySignInProps {
  /** What is chosen beside the fields of the form. */
  choice: () => Pick<LoginInput, 'role' | 'rememberMe'>;
}

/** Signing in without a password: by a button, and among the names that the browser offers for the field. */
export default function PasskeySignIn({ choice }: PasskeySignInProps) {
  const { finishLogin } = useAuth();
  const { mutate } = finishLogin;
  const signIn = (credential: SignedCredential) => {
    const { role, rememberMe } = choice();
    // The view that the account used last, unless the other one is asked for.
    mutate({ credential, rememberMe, ...(role === 'admin' ? { role } : {}) });
  };

  useEffect(() => {
    let over = false;
    const wait = async () => {
      try {
        if (!(await canFillPasskeys()) || over) return;
        const credential = await signWithPasskey('/api/login/passkey/options', {}, true);
        if (!over) signIn(credential);
      } catch {
        // The button says what went wrong; nobody has asked here yet.
      }
    };
    void wait();
    const timer = setInterval(() => void wait(), askAgainAfter);
    return () => {
      over = true;
      clearInterval(timer);
      stopWaiting();
    };
    // `choice` reads the form when a passkey is chosen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [mutate]);

  return <PasskeyButton pending={finishLogin.isPending} onSigned={signIn} />;
}
