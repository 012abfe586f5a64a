import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { cn } from '#web/lib/cn.ts';
import { PageHeader } from '#web/ui/page.tsx';
import { AdminTools } from './tools.tsx';

const tabs = [
  { tab: 'cases', label: 'Inspection Cases' },
  { tab: 'monitoring', label: 'Inspection Monitoring' },
  { tab: 'pip-review', label: 'PIP Review' },
  { tab: 'analytics', label: 'Analytics' },
  { tab: 'portfolio', label: 'Portfolio' },
  { tab: 'learning', label: 'Learning' },
  { tab: 'users', label: 'Users' },
  { tab: 'integrations', label: 'Integrations' },
] as const;

interface AdminHeaderProps {
  current: string;
  /** The tab that was pressed last. */
  pressed: string | null;
  onPress: (tab: string) => void;
}

/** The tabs are links, so that each has its own address and filters. */
function TabLinks({ current, pressed, onPress }: AdminHeaderProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The row of tabs is wider than a phone screen, so the current one is scrolled into view.
    link.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    // The monitoring tab renders the links in a different layout, which loses the focus.
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

/** The title, tools and tabs of the admin screen. */
export function AdminHeader(props: AdminHeaderProps) {
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
