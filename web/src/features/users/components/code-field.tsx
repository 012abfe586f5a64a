import { useState } from 'react';
import { t } from '#contract/language.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** The code is asked for after the password, whose field had the focus and is gone. */
const focus = (input: HTMLInputElement | null) => input?.focus();

interface CodeFieldProps {
  /** Whether the account has an authenticator app. If not, a recovery code is requested. */
  app?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Why the server refused the code, or a message about what was typed. */
  error: Error | string | null | undefined;
}

/** The input for the six digits of an authenticator app, or for a recovery code if the app is lost. */
export function CodeField({ app = true, value, onChange, error }: CodeFieldProps) {
  const [recovery, setRecovery] = useState(!app);
  const message = error instanceof ApiError ? (error.errors.code ?? error.message) : error;
  return (
    <div className="grid justify-items-start gap-1">
      <Field
        className="w-full"
        label={recovery ? t('Recovery code') : t('Code')}
        required
        hint={
          recovery
            ? t('One of the ten codes that you kept. Each works once.')
            : t('Six digits from your authenticator app')
        }
        error={message instanceof Error ? message.message : (message ?? undefined)}
      >
        {(control) => (
          <Input
            {...control}
            key={String(recovery)}
            ref={focus}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={50}
          />
        )}
      </Field>
      {app && (
        <Button
          variant="link"
          size="sm"
          onClick={() => {
            setRecovery(!recovery);
            onChange('');
          }}
        >
          {recovery ? t('Use the authenticator app') : t('Use a recovery code')}
        </Button>
      )}
    </div>
  );
}
