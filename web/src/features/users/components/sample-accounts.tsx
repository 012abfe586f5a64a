import type { AppConfig } from '#contract/app-config.ts';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';
import { roleLabel } from '#web/lib/names.ts';

export type SampleAccount = AppConfig['sampleData']['accounts'][number];

/** The accounts of the sample data in evaluation mode, or the progress while they are being created. */
export function SampleAccounts({
  sampleData,
  onChoose,
}: {
  sampleData: AppConfig['sampleData'];
  onChoose: (account: SampleAccount) => void;
}) {
  const { state, percent, accounts } = sampleData;
  if (state === 'off') return null;
  return (
    <section aria-label={t('Sample accounts')} className="rounded-card border border-line bg-sunken px-4 py-3">
      <h2 className="font-strong">{t('Sample accounts')}</h2>
      {state === 'failed' && (
        <p className="text-small text-ink-2">{t('The sample data could not be loaded. You can sign up instead.')}</p>
      )}
      {state === 'loading' && (
        <div role="status" className="mt-1 grid gap-2 text-small text-ink-2">
          {t('Preparing sample properties and photos: {percent}% done.', { percent: Math.round(percent) })}
          <progress
            value={percent}
            max={100}
            aria-label={t('Sample data')}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
        </div>
      )}
      {accounts.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {accounts.map((account) => (
            <li key={account.username} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <div className="truncate font-medium">
                  {account.name} <span className="font-normal text-ink-2">· {roleLabel(account.role)}</span>
                </div>
                <div className="truncate text-small text-ink-2">
                  <span className="sr-only">{t('Username')} </span>
                  <code className="font-sans">{account.username}</code> /{' '}
                  <span className="sr-only">{t('password')} </span>
                  <code className="font-sans">{account.password}</code>
                </div>
              </div>
              <Button
                variant="secondary"
                size="sm"
                onClick={() => onChoose(account)}
                aria-label={t('Use {name}', { name: account.name })}
              >
                {t('Use')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
