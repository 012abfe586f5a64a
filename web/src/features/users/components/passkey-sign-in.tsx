import { useEffect } from 'react';
import type { SignedCredential } from '#contract/passkeys.ts';
import type { LoginInput } from '#contract/users.ts';
import { PasskeyButton } from '#web/features/users/components/passkey-button.tsx';
import { canFillPasskeys, signWithPasskey, stopWaiting } from '#web/features/users/passkeys.ts';
import { useAuth } from '#web/lib/auth.tsx';

/** Slightly less than the time, in ms, in which the server accepts an answer. */
const askAgainAfter = 4 * 60_000;

interface PasskeySignInProps {
  /** The values of the form's other fields. */
  choice: () => Pick<LoginInput, 'role' | 'rememberMe'>;
}

/**
 * Signing in without a password: with a button, or by choosing a passkey in the browser's autofill of the username
 * field.
 */
export default function PasskeySignIn({ choice }: PasskeySignInProps) {
  const { finishLogin } = useAuth();
  const { mutate } = finishLogin;
  const signIn = (credential: SignedCredential) => {
    const { role, rememberMe } = choice();
    // The account's last role is used, unless Admin is selected.
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
        // The button reports errors. Here the person has not asked for anything yet.
      }
    };
    void wait();
    const timer = setInterval(() => void wait(), askAgainAfter);
    return () => {
      over = true;
      clearInterval(timer);
      stopWaiting();
    };
    // `choice` reads the form only when a passkey is chosen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [mutate]);

  return <PasskeyButton pending={finishLogin.isPending} onSigned={signIn} />;
}
