import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { SignedCredential } from '#contract/passkeys.ts';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { passkeyFault, signWithPasskey } from '#web/features/users/passkeys.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

interface PasskeyButtonProps {
  /** It replaces the code that follows the password. */
  afterPassword?: boolean;
  pending: boolean;
  onSigned: (credential: SignedCredential) => void;
}

/** Asks for a passkey of this server; hidden if the browser cannot use passkeys. */
export function PasskeyButton({ afterPassword = false, pending, onSigned }: PasskeyButtonProps) {
  const [asking, setAsking] = useState(false);
  if (!canUsePasskeys()) return null;
  const ask = async () => {
    setAsking(true);
    try {
      onSigned(await signWithPasskey('/api/login/passkey/options', { afterPassword }));
    } catch (error) {
      const fault = passkeyFault(error instanceof Error ? error : new Error(String(error)));
      if (fault) toastError(t('Login failed'), fault);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button variant="secondary" block pending={asking || pending} onClick={() => void ask()}>
      <KeyRound aria-hidden="true" />
      {afterPassword ? t('Use a passkey') : t('Sign in with a passkey')}
    </Button>
  );
}
