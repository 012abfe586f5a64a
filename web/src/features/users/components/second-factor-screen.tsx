import { LogOut } from 'lucide-react';
import { SecondFactorSetup } from '#web/features/users/components/second-factor-setup.tsx';
import { useAuth, useUser } from '#web/lib/auth.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

/** What an admin sees before the authenticator app that this server requires is set up. */
export default function SecondFactorScreen() {
  const user = useUser();
  const { logout, retry } = useAuth();
  usePageTitle('Set up an authenticator app');
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:h-[68px] md:px-6">
        <Logo />
        <Button variant="secondary" size="sm" pending={logout.isPending} onClick={() => logout.mutate()}>
          <LogOut aria-hidden="true" />
          Logout
        </Button>
      </header>
      <main className="flex-1">
        <Page width="narrow" className="max-w-[640px]">
          <PageHeader
            title="Set up an authenticator app"
            subtitle="Admins see all properties, so signing in as one takes a code from a phone as well."
          />
          <Card className="p-[18px]">
            <SecondFactorSetup username={user.username} onDone={retry} />
          </Card>
        </Page>
      </main>
    </div>
  );
}
