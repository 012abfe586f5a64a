import { Copy } from 'lucide-react';
import { useId } from 'react';
import { t } from '#contract/language.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

/** A secret to copy; it is shown only this once. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <p>
        {t('Copy it now and keep it where your program finds it.')}{' '}
        <b className="font-strong">{t('It is not shown again.')}</b>
      </p>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <textarea
          id={id}
          readOnly
          rows={2}
          value={secret}
          className="resize-none rounded-card bg-sunken px-4 py-3 font-mono break-all"
          onFocus={({ target }) => target.select()}
        />
      </div>
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            navigator.clipboard.writeText(secret).then(
              () => toast({ title: t('Copied') }),
              (error: unknown) => toastError(t('Not copied'), error),
            )
          }
        >
          <Copy aria-hidden="true" />
          {t('Copy')}
        </Button>
      </div>
    </div>
  );
}
