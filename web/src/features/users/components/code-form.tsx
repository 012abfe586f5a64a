import { useState } from 'react';
import { CodeField } from '#web/features/users/components/code-field.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';

/** The second step of signing in: the password was right, and the code of the authenticator app is asked for. */
export default function CodeForm({ onBack }: { onBack: () => void }) {
  const { finishLogin } = useAuth();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <form
      noValidate
      aria-label="Code"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(code.trim() === '');
        if (code.trim() !== '') finishLogin.mutate(code);
      }}
    >
      <p role="status" className="text-ink-2">
        Your password is right. Enter the code of your authenticator app as well.
      </p>
      <CodeField value={code} onChange={setCode} error={missing ? 'Enter the code' : finishLogin.error} />
      <Button type="submit" block pending={finishLogin.isPending}>
        Sign In
      </Button>
      <Button
        variant="secondary"
        block
        onClick={() => {
          finishLogin.reset();
          onBack();
        }}
      >
        Back
      </Button>
    </form>
  );
}
