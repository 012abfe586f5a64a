import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { t } from '#contract/language.ts';
import { AccountSettings } from '#web/features/users/components/account-settings.tsx';
import { ProfileForm } from '#web/features/users/components/profile-form.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx';

const PushCard = lazy(() => import('#web/features/notifications/components/push-card.tsx'));
const InstallCard = lazy(() => import('#web/features/users/components/install-card.tsx'));
const DataExportCard = lazy(() => import('#web/features/personal-data/components/data-export-card.tsx'));
const ErasureCard = lazy(() => import('#web/features/personal-data/components/erasure-card.tsx'));

const route = getRouteApi('/guarded/settings');

export default function SettingsScreen() {
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  return (
    <Page width="narrow">
      <PageHeader title={t('Settings')} />
      <Tabs
        value={tab}
        onValueChange={(value) =>
          void navigate({ search: { tab: value === 'account' ? 'account' : 'profile' }, replace: true })
        }
      >
        <TabsList aria-label={t('Settings')}>
          <TabsTrigger value="profile">{t('Profile')}</TabsTrigger>
          <TabsTrigger value="account">{t('Account')}</TabsTrigger>
        </TabsList>
        <TabsContent value="profile">
          <ProfileForm user={user} />
        </TabsContent>
        <TabsContent value="account">
          <div className="grid gap-4">
            <AccountSettings user={user} />
            <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
              <InstallCard />
              <PushCard />
              <DataExportCard />
              <ErasureCard />
            </Suspense>
          </div>
        </TabsContent>
      </Tabs>
    </Page>
  );
}
