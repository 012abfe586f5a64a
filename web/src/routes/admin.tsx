import { getRouteApi, Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { OutboxDialog } from '#web/features/admin/components/outbox-dialog.tsx';
import { CasesPanel } from '#web/features/cases/components/cases-panel.tsx';
import { MonitoringDesk } from '#web/features/inspections/components/monitoring-desk.tsx';
import { ReviewList } from '#web/features/reports/components/review-list.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { useUser } from '#web/lib/auth.tsx';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/admin');

const tabs = [
  { tab: 'cases', label: 'Inspection Cases' },
  { tab: 'monitoring', label: 'Inspection Monitoring' },
  { tab: 'pip-review', label: 'PIP Review' },
] as const;

/** Tabs as links: each has its address, and its filters end with it. */
function TabLinks({ current }: { current: string }) {
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

function Header({ current }: { current: string }): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageHeader title="Admin Dashboard" subtitle="Monitor and manage property inspections" />
      <TabLinks current={current} />
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

function AdminTabs() {
  const { tab = 'cases', ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const config = useAppConfig();
  const onSearch = (change: Partial<typeof search>) =>
    void navigate({ search: (present) => ({ ...present, ...change }), replace: true, resetScroll: false });
  const header = <Header current={tab} />;

  if (tab === 'monitoring') return <MonitoringDesk header={header} search={search} onSearch={onSearch} />;
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
      {tab === 'pip-review' && <ReviewList status={search.status} onFilter={onSearch} />}
    </Page>
  );
}

/** The reviewer's desk; the server checks the role of each of its calls as well. */
export default function AdminScreen() {
  const user = useUser();
  return user.abilities.admin ? <AdminTabs /> : <AccessDenied />;
}
