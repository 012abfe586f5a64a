import { Copy, Download } from 'lucide-react';
import { t } from '#contract/language.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

function download(codes: readonly string[]): void {
  const lines = [
    t('Innspect recovery codes. Each works once in place of a passkey or a code of the authenticator app.'),
    '',
    ...codes,
    '',
  ];
  const address = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'innspect-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}

/** Recovery codes; they are shown only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-3">
      <p>
        {t(
          'Keep these recovery codes where you find them without your phone. Each works once in place of a passkey or a code of the app.',
        )}{' '}
        <b className="font-strong">{t('They are not shown again.')}</b>
      </p>
      <ul
        aria-label={t('Recovery codes')}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card bg-sunken px-4 py-3 text-center"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            navigator.clipboard.writeText(codes.join('\n')).then(
              () => toast({ title: t('Recovery codes copied') }),
              (error: unknown) => toastError(t('Not copied'), error),
            )
          }
        >
          <Copy aria-hidden="true" />
          {t('Copy')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => download(codes)}>
          <Download aria-hidden="true" />
          {t('Download')}
        </Button>
      </div>
    </div>
  );
}
