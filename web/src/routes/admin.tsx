import { getRouteApi, Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { AdminTools } from '#web/features/admin/components/admin-tools.tsx';
import { OutboxDialog } from '#web/features/admin/components/outbox-dialog.tsx';
import { CasesPanel } from '#web/features/cases/components/cases-panel.tsx';
import { MonitoringDesk } from '#web/features/inspections/components/monitoring-desk.tsx';
import type { ShowRecording } from '#web/features/inspections/components/review-panel.tsx';
import { ReviewList } from '#web/features/reports/components/review-list.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useUser } from '#web/lib/auth.tsx';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/admin');

const tabs = [
  { tab: 'cases', label: 'Inspection Cases' },
  { tab: 'monitoring', label: 'Inspection Monitoring' },
  { tab: 'pip-review', label: 'PIP Review' },
  { tab: 'analytics', label: 'Analytics' },
] as const;

interface HeaderProps {
  current: string;
  /** The tab that was pressed last. */
  pressed: string | null;
  onPress: (tab: string) => void;
}

/** Tabs as links: each has its address, and its filters end with it. */
function TabLinks({ current, pressed, onPress }: HeaderProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On a phone the row of tabs is wider than the screen.
    link.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    // The desk brings its own column, and with it these links anew: the focus stays where it was.
    if (pressed === current) link.current?.focus({ preventScroll: true });
  }, [current, pressed]);
  return (
    <nav
      aria-label="Admin"
      className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to="/admin"
          search={{ tab }}
          ref={tab === current ? link : undefined}
          onClick={() => onPress(tab)}
          aria-current={tab === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-11 shrink-0 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2',
            tab === current && 'border-accent font-semibold text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Header(props: HeaderProps): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start justify-between gap-3 md:items-end">
        <div className="min-w-0">
          <PageHeader title="Admin Dashboard" subtitle="Monitor and manage property inspections" />
        </div>
        <AdminTools />
      </div>
      <TabLinks {...props} />
    </div>
  );
}

function AccessDenied() {
  usePageTitle('Access Denied');
  return (
    <Page>
      <EmptyState
        icon={ShieldAlert}
        title={
          <span role="heading" aria-level={1}>
            Access Denied
          </span>
        }
        actions={
          <Button asChild variant="secondary">
            <Link to="/">Return to Dashboard</Link>
          </Button>
        }
        className="min-h-[50dvh] content-center"
      >
        You need admin privileges to access this page.
      </EmptyState>
    </Page>
  );
}

// The charts are loaded by whoever looks at them.
const AnalyticsPanel = lazy(() => import('#web/features/analytics/components/analytics-panel.tsx'));

// The player is loaded by whoever opens a session with a recording.
const SessionRecording = lazy(() => import('#web/routes/session-recording.tsx'));
const showRecording: ShowRecording = (inspection, findings, at) => (
  <Suspense fallback={<Skeleton className="aspect-video w-full rounded-card" />}>
    <SessionRecording inspectionId={inspection.id} issues={findings} at={at} />
  </Suspense>
);

function AdminTabs() {
  const { tab = 'cases', ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const config = useAppConfig();
  const [pressed, setPressed] = useState<string | null>(null);
  const onSearch = (change: Partial<typeof search>) =>
    void navigate({ search: (present) => ({ ...present, ...change }), replace: true, resetScroll: false });
  const header = <Header current={tab} pressed={pressed} onPress={setPressed} />;

  if (tab === 'monitoring')
    return <MonitoringDesk header={header} search={search} onSearch={onSearch} recording={showRecording} />;
  return (
    <Page>
      {header}
      {tab === 'cases' && (
        <CasesPanel
          status={search.status}
          q={search.q}
          onFilter={onSearch}
          actions={config?.mode === 'evaluation' && <OutboxDialog />}
        />
      )}
      {tab === 'analytics' && (
        <Suspense fallback={<Skeleton className="h-[60dvh] rounded-card" />}>
          <AnalyticsPanel search={search} onSearch={onSearch} />
        </Suspense>
      )}
      {tab === 'pip-review' && <ReviewList status={search.status} q={search.q} onFilter={onSearch} />}
    </Page>
  );
}

/** The reviewer's desk; the server checks the role of each of its calls as well. */
export default function AdminScreen() {
  const user = useUser();
  return user.abilities.admin ? <AdminTabs /> : <AccessDenied />;
}
