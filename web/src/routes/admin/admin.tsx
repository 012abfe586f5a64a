import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CasesPanel } from '#web/features/cases/components/cases-panel.tsx';
import { SentMailsButton } from '#web/features/sent-mails/components/sent-mails-button.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useUser } from '#web/lib/auth.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccessDenied } from '#web/features/users/components/access-denied.tsx';
import { AdminHeader } from './header.tsx';

const route = getRouteApi('/guarded/admin');

// All tabs but the first are loaded when they are opened: the charts are large, and few admins open the other panels.
const loadDesk = () => import('#web/features/monitoring/components/monitoring-desk.tsx');
const MonitoringDesk = lazy(async () => ({ default: (await loadDesk()).MonitoringDesk }));
const ReviewList = lazy(async () => ({
  default: (await import('#web/features/plans/components/review-list.tsx')).ReviewList,
}));
const AnalyticsPanel = lazy(() => import('#web/features/analytics/components/analytics-panel.tsx'));
const PortfolioPanel = lazy(() => import('#web/features/analytics/components/portfolio-panel.tsx'));
const LearningPanel = lazy(() => import('#web/features/learning/components/learning-panel.tsx'));
const UsersPanel = lazy(() => import('#web/features/users/components/users-panel.tsx'));
const IntegrationsPanel = lazy(() => import('./integrations.tsx'));

const waiting = <Skeleton className="h-[60dvh] rounded-card" />;

function AdminTabs() {
  const { tab = 'cases', ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const config = useAppConfig();
  const [pressed, setPressed] = useState<string | null>(null);
  const onSearch = (change: Partial<typeof search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true, resetScroll: false });
  const header = <AdminHeader current={tab} pressed={pressed} onPress={setPressed} />;

  if (tab === 'monitoring')
    return (
      <Suspense
        fallback={
          <Page>
            {header}
            {waiting}
          </Page>
        }
      >
        <MonitoringDesk header={header} search={search} onSearch={onSearch} />
      </Suspense>
    );
  return (
    <Page>
      {header}
      {tab === 'cases' && (
        <CasesPanel
          search={search}
          onFilter={onSearch}
          actions={config?.mode === 'evaluation' && <SentMailsButton />}
        />
      )}
      {tab === 'analytics' && (
        <Suspense fallback={waiting}>
          <AnalyticsPanel search={search} onSearch={onSearch} />
        </Suspense>
      )}
      {tab === 'portfolio' && (
        <Suspense fallback={waiting}>
          <PortfolioPanel search={search} onSearch={onSearch} />
        </Suspense>
      )}
      {tab === 'learning' && (
        <Suspense fallback={waiting}>
          <LearningPanel />
        </Suspense>
      )}
      {tab === 'users' && (
        <Suspense fallback={waiting}>
          <UsersPanel group={search.status} q={search.q} onFilter={onSearch} />
        </Suspense>
      )}
      {tab === 'integrations' && (
        <Suspense fallback={waiting}>
          <IntegrationsPanel />
        </Suspense>
      )}
      {tab === 'pip-review' && (
        <Suspense fallback={waiting}>
          <ReviewList status={search.status} q={search.q} onFilter={onSearch} />
        </Suspense>
      )}
    </Page>
  );
}

/** The admin screen. The server also checks the role on each call. */
export default function AdminScreen() {
  const user = useUser();
  return user.abilities.admin ? <AdminTabs /> : <AccessDenied />;
}
