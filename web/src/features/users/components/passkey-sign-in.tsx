import { Building2 } from 'lucide-react';
import { useEffect } from 'react';
import type { LoginInput } from '#contract/users.ts';
import { PasskeyButton } from '#web/features/users/components/passkey-button.tsx';
import { canFillPasskeys, signWithPasskey, stopWaiting, type Signed } from '#web/features/users/passkeys.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';

/** A little less than the time in which the server takes an answer. */
const askAgainAfter = 4 * 60_000;

interface PasskeySignInProps {
  /** What is chosen beside the fields of the form. */
  choice: () => Pick<LoginInput, 'role' | 'rememberMe'>;
  next: string;
  problem: string | undefined;
}

/** How a sign-in at the company's provider may end without one here. */
const problems: Record<string, string | undefined> = {
  refused: 'Your company did not sign you in. Try again, or ask an admin of your organization.',
  unreachable: 'The sign-in of your company does not answer. Try again in a moment, or sign in with your password.',
  ended: 'This took too long, or was begun in another browser. Try again.',
  address:
    'Your company did not confirm your e-mail address, so nobody here knows who you are. Ask its administrators.',
  domain:
    'Your e-mail address may not sign in this way. Sign in with your password, or ask an admin of your organization.',
  account:
    'An account with your e-mail address is here already. Sign in to it with your password once, then connect it in the settings.',
};

/** Signing in without a password: by a button, and among the names that the browser offers for the field. */
export default function PasskeySignIn({ choice, next, problem }: PasskeySignInProps) {
  const provider = useAppConfig()?.signInProvider;
  const sentence = problem && problems[problem];
  const { finishLogin } = useAuth();
  const { mutate } = finishLogin;
  const signIn = (credential: Signed) => {
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

  return (
    <div className="grid gap-3">
      <PasskeyButton pending={finishLogin.isPending} onSigned={signIn} />
      {provider && (
        <Button asChild variant="secondary" block>
          <a href={`/api/login/provider?${new URLSearchParams({ next }).toString()}`}>
            <Building2 aria-hidden="true" />
            {provider}
          </a>
        </Button>
      )}
      {sentence && (
        <p role="alert" className="text-high">
          {sentence}
        </p>
      )}
    </div>
  );
}
