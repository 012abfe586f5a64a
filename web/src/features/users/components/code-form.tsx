import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { waitingSignInSchema } from '#contract/passkeys.ts';
import { CodeField } from '#web/features/users/components/code-field.tsx';
import { PasskeyButton } from '#web/features/users/components/passkey-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { apiQuery } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

/** The second factors that can complete the pending sign-in. Not cached, because each sign-in may differ. */
const waitingQuery = { ...apiQuery(['/api/login/code'], waitingSignInSchema), gcTime: 0, retry: false };

function secondFactorText({ app, passkey }: { app: boolean; passkey: boolean }): string {
  if (!passkey) return t('Enter the code of your authenticator app as well.');
  return app ? t('Use a passkey, or enter the code of your authenticator app.') : t('Use a passkey as well.');
}

/** The second step of signing in: the password was right, and a passkey or code is required. */
export default function CodeForm({ provided, onBack }: { provided: boolean; onBack: () => void }) {
  const { finishLogin } = useAuth();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const waiting = useQuery(waitingQuery);
  if (waiting.isPending) return <ScreenSpinner />;
  // If the query failed, the code of an app is requested.
  const factors = waiting.data?.passkey ? waiting.data : { app: true, passkey: false };
  return (
    <form
      noValidate
      aria-label={t('Code')}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(code.trim() === '');
        if (code.trim() !== '') finishLogin.mutate({ code });
      }}
    >
      <p role="status" className="text-ink-2">
        {provided ? t('Your company knows you.') : t('Your password is right.')} {secondFactorText(factors)}
      </p>
      {factors.passkey && (
        <PasskeyButton
          afterPassword
          pending={finishLogin.isPending}
          onSigned={(credential) => finishLogin.mutate({ credential })}
        />
      )}
      <CodeField
        app={factors.app}
        value={code}
        onChange={setCode}
        error={missing ? t('Enter the code') : finishLogin.error}
      />
      <Button type="submit" block pending={finishLogin.isPending}>
        {t('Sign In')}
      </Button>
      <Button
        variant="secondary"
        block
        onClick={() => {
          finishLogin.reset();
          onBack();
        }}
      >
        {t('Back')}
      </Button>
    </form>
  );
}
