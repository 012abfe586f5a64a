import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '#contract/language.ts';
import { SiteFooter } from '#web/ui/site-footer.tsx';
import { LoginForm } from '#web/features/users/components/login-form.tsx';
import { MarketingPanel } from '#web/features/users/components/marketing-panel.tsx';
import { SampleAccounts, type SampleAccount } from '#web/features/users/components/sample-accounts.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Logo } from '#web/ui/logo.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx';

const loadRegisterForm = () => import('#web/features/users/components/register-form.tsx');
const RegisterForm = lazy(async () => ({ default: (await loadRegisterForm()).RegisterForm }));

/** What the address of the sign-in says. */
export interface SignInSearch {
  tab?: 'login' | 'register';
  email?: string;
  /** The page that asked for the sign-in. */
  next?: string;
  /** The error of a failed sign-in at the company's provider. */
  problem?: string;
}

interface SignInScreenProps {
  search: SignInSearch;
  /** Replaces what the address says. */
  onSearch: (search: SignInSearch) => void;
  /** Opens the page that asked for the sign-in. */
  onSignedIn: (next: string) => void;
}

/** Sign-in and sign-up. A signed-in person is redirected to the page that asked for the sign-in. */
export function SignInScreen({ search, onSearch, onSignedIn }: SignInScreenProps) {
  const { tab = 'login', email, next = '/', problem } = search;
  const { user } = useAuth();
  const config = useAppConfig();
  const [sample, setSample] = useState<SampleAccount | null>(null);
  usePageTitle(tab === 'login' ? t('Sign In') : t('Sign Up'));

  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) onSignedIn(next);
  }, [isSignedIn, next, onSignedIn]);

  const choose = (account: SampleAccount) => {
    setSample({ ...account });
    onSearch({ ...search, tab: 'login' });
  };

  // While the next screen is loaded, nobody may sign in once more.
  if (isSignedIn) return <ScreenSpinner className="min-h-dvh" />;
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[1fr_minmax(520px,42%)]">
      <main className="flex flex-col bg-surface px-5 py-5 lg:order-2 lg:border-s lg:border-line lg:px-14 lg:py-8">
        <div className="mx-auto flex w-full max-w-[420px] flex-1 flex-col">
          <Logo />
          <div className="flex-1 pt-7 lg:content-center lg:pt-6">
            <Tabs
              value={tab}
              onValueChange={(value) => onSearch({ ...search, tab: value === 'register' ? 'register' : 'login' })}
            >
              <TabsList aria-label={t('Account')} className="[&>*]:flex-1">
                <TabsTrigger value="login">{t('Sign In')}</TabsTrigger>
                <TabsTrigger value="register" onPointerEnter={() => void loadRegisterForm().catch(() => undefined)}>
                  {t('Sign Up')}
                </TabsTrigger>
              </TabsList>
              <TabsContent value="login">
                <LoginForm
                  filled={sample}
                  email={email}
                  next={next}
                  problem={problem}
                  onProblemLeft={() => onSearch({ next: search.next })}
                />
              </TabsContent>
              <TabsContent value="register">
                <Suspense fallback={<ScreenSpinner />}>
                  <RegisterForm email={email} selfServiceAdmin={config?.selfServiceAdmin ?? true} />
                </Suspense>
              </TabsContent>
            </Tabs>
            <div className="mt-6">{config && <SampleAccounts sampleData={config.sampleData} onChoose={choose} />}</div>
          </div>
          <div className="pt-8">
            <SiteFooter />
          </div>
        </div>
      </main>
      <aside className="border-t border-line px-5 py-10 lg:order-1 lg:border-t-0 lg:px-14 xl:px-24">
        <div className="mx-auto grid h-full max-w-[420px] lg:max-w-[640px]">
          <MarketingPanel />
        </div>
      </aside>
    </div>
  );
}
