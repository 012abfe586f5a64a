import { LogOut } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { currentLanguage, t, type Language } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';
import { useUpdateProfile } from '#web/features/users/api.ts';
import { ChangePasswordForm } from '#web/features/users/components/change-password-form.tsx';
import { PasskeysCard } from '#web/features/users/components/passkeys-card.tsx';
import { SecondFactorCard } from '#web/features/users/components/second-factor-card.tsx';
import { SignedInDevices } from '#web/features/users/components/signed-in-devices.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { cellular } from '#web/lib/cellular.ts';
import { switchLanguage } from '#web/lib/language.ts';
import { setTheme, useTheme } from '#web/lib/theme.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';

// Loaded separately, because few people have programs that call the API.
const ApiKeysCard = lazy(() => import('#web/features/users/components/api-keys-card.tsx'));

/** The delay in the specification, in ms. Switching back and forth quickly saves only the last position. */
const saveDelay = 100;

function AdminMode({ user }: { user: CurrentUser }) {
  const label = useId();
  const hint = useId();
  const update = useUpdateProfile();
  const { mutate } = update;
  const evaluation = useAppConfig()?.mode === 'evaluation';
  const saved = user.role === 'admin';
  const [on, setOn] = useState(saved);

  useEffect(() => {
    if (on === saved) return;
    const timer = setTimeout(
      () => mutate({ role: on ? 'admin' : 'property_owner' }, { onError: () => setOn(saved) }),
      saveDelay,
    );
    return () => clearTimeout(timer);
  }, [on, saved, mutate]);

  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <div id={label} className="font-strong">
          {t('Admin Mode')}
        </div>
        <p id={hint} className="text-ink-2">
          {evaluation
            ? t('For testing: switches your own role between Property Owner and Admin.')
            : t('Switches between the admin view and the owner view.')}
        </p>
      </div>
      <Switch
        aria-labelledby={label}
        aria-describedby={hint}
        checked={on}
        disabled={update.isPending}
        onChange={(event) => setOn(event.target.checked)}
      />
    </div>
  );
}

/** The language of an owner's pages. A change reloads the page; unsent changes stay on the device meanwhile. */
function LanguageChoice({ user }: { user: CurrentUser }) {
  const update = useUpdateProfile();
  const [chosen, setChosen] = useState(currentLanguage());
  const choose = (language: Language): void => {
    setChosen(language);
    update.mutate(
      { language },
      { onSuccess: () => switchLanguage(language), onError: () => setChosen(currentLanguage()) },
    );
  };
  if (user.abilities.admin) return null;
  return (
    <div>
      <Segmented
        legend={t('Language')}
        name="language"
        value={chosen}
        onValueChange={choose}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
      />
    </div>
  );
}

/** The setting whether photos wait while this device is on a cellular connection. */
function WaitForWifi({ userId }: { userId: string }) {
  const label = useId();
  const hint = useId();
  const waits = useSyncExternalStore(cellular.subscribe, () => cellular.waitsForWifi(userId));
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <div id={label} className="font-strong">
          {t('Send photos over Wi-Fi alone')}
        </div>
        <p id={hint} className="text-ink-2">
          {cellular.isKnown
            ? t(
                'On cellular, photos and interrupted recordings wait on this device for Wi-Fi. Answers are sent at once.',
              )
            : t('This browser does not say which connection it uses.')}
        </p>
      </div>
      <Switch
        aria-labelledby={label}
        aria-describedby={hint}
        checked={waits && cellular.isKnown}
        disabled={!cellular.isKnown}
        onChange={(event) => cellular.setWaitsForWifi(userId, event.target.checked)}
      />
    </div>
  );
}

/** Connects the account to the company's identity provider by signing in there once; hidden if the server has none. */
function ProviderCard() {
  const provider = useAppConfig()?.signInProvider;
  if (!provider) return null;
  return (
    <Card
      aria-label={t('Sign-in of your company')}
      className="flex flex-wrap items-center justify-between gap-4 p-[18px]"
    >
      <div>
        <h2 className="font-strong">{t('Sign-in of your company')}</h2>
        <p className="text-ink-2">{t('Sign in there once to connect it to this account.')}</p>
      </div>
      <Button asChild variant="secondary">
        <a href="/api/login/provider?next=/settings%3Ftab%3Daccount">{t('Connect')}</a>
      </Button>
    </Card>
  );
}

/** The Account tab: role, theme, logout, password and signed-in devices. */
export function AccountSettings({ user }: { user: CurrentUser }) {
  const { logout } = useAuth();
  const theme = useTheme();
  return (
    <div className="grid gap-4">
      <Card className="divide-y divide-line [&>*]:p-[18px]">
        {user.abilities.canSwitchRole && <AdminMode user={user} />}
        <div>
          <Segmented
            legend={t('Theme')}
            name="theme"
            value={theme}
            onValueChange={setTheme}
            choices={[
              { value: 'light', label: t('Light') },
              { value: 'dark', label: t('Dark') },
              { value: 'glare', label: t('Sunlight') },
              { value: 'system', label: t('System') },
            ]}
          />
        </div>
        <LanguageChoice user={user} />
        <WaitForWifi userId={user.id} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="font-strong">{t('Signed in as {username}', { username: user.username })}</div>
          <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
            <LogOut aria-hidden="true" />
            {t('Logout')}
          </Button>
        </div>
      </Card>
      <ChangePasswordForm username={user.username} />
      <ProviderCard />
      <PasskeysCard />
      <SecondFactorCard username={user.username} />
      <SignedInDevices />
      <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
        <ApiKeysCard />
      </Suspense>
    </div>
  );
}
