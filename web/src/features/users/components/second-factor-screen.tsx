import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import PasskeyDialog from '#web/features/users/components/passkey-dialogs.tsx';
import { SecondFactorSetup } from '#web/features/users/components/second-factor-setup.tsx';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { useAuth, useUser } from '#web/lib/auth.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

/** A passkey instead of an app. The screen continues once the recovery codes that come with it are saved. */
function FirstPasskey({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label={t('Passkey')} className="mb-4 flex flex-wrap items-center justify-between gap-4 p-[18px]">
      <div>
        <h2 className="font-strong">{t('Passkey')}</h2>
        <p className="text-ink-2">{t('Your fingerprint, your face or the PIN of this device')}</p>
      </div>
      <Button onClick={() => setOpen(true)}>{t('Add Passkey')}</Button>
      {open && (
        <PasskeyDialog
          passkey={null}
          onClose={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </Card>
  );
}

/** Shown to an admin until the second factor that this server requires is set up. */
export default function SecondFactorScreen() {
  const user = useUser();
  const { logout, retry } = useAuth();
  usePageTitle(t('Set up a second factor'));
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:h-[68px] md:px-6">
        <Logo />
        <Button variant="secondary" size="sm" pending={logout.isPending} onClick={() => logout.mutate()}>
          <LogOut aria-hidden="true" />
          {t('Logout')}
        </Button>
      </header>
      <main className="flex-1">
        <Page width="narrow" className="max-w-[640px]">
          <PageHeader
            title={t('Set up a second factor')}
            subtitle={t(
              'Admins see all properties, so signing in as one takes more than a password: a passkey, or a code from an app.',
            )}
          />
          {canUsePasskeys() && <FirstPasskey onDone={retry} />}
          <Card aria-label={t('Authenticator app')} className="p-[18px]">
            <h2 className="pb-3 font-strong">{t('Authenticator app')}</h2>
            <SecondFactorSetup username={user.username} onDone={retry} />
          </Card>
        </Page>
      </main>
    </div>
  );
}
