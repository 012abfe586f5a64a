import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { useBegun } from '#web/app/begun.ts';
import { navItems } from '#web/app/nav.ts';
import { openOutbox } from '#web/app/outbox.ts';
import { StatusBars } from '#web/app/status-bars.tsx';
import { TabBar } from '#web/app/tab-bar.tsx';
import { TopBar } from '#web/app/top-bar.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { KeepsHeading } from '#web/lib/first-heading.ts';
import { cn } from '#web/lib/cn.ts';
import { useRefreshOnEvents } from '#web/app/use-refresh-on-events.ts';
import { forgetInput, noteInput } from '#web/lib/session-end.ts';

/** Moves the focus to the content after a screen change, so that keyboard and screen reader start there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** The layout of signed-in screens: top bar, content, and on phones a tab bar. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const user = useUser();
  const main = useFocusOnNavigation();
  const ownTopBar = useMatches({ select: (matches) => matches.some((match) => match.staticData.ownTopBar) });
  const ownBottomBar = useMatches({ select: (matches) => matches.some((match) => match.staticData.ownBottomBar) });
  useRefreshOnEvents(user.role);
  useEffect(() => void openOutbox(user.id), [user.id]);
  const href = useLocation({ select: (location) => location.href });
  useEffect(forgetInput, [href]);
  const items = navItems(user.abilities.admin, useBegun(user.role === 'property'));
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 start-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-semibold text-accent-ink focus:translate-y-0 print:hidden"
      >
        {t('Skip to content')}
      </a>
      <div className="flex min-h-dvh flex-col" data-field={ownBottomBar || undefined} onInput={noteInput}>
        <div className={ownTopBar ? 'hidden md:contents' : 'contents'}>
          <TopBar user={user} items={items} />
        </div>
        <StatusBars />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={cn(
            'flex flex-1 flex-col outline-none',
            !ownBottomBar && 'pb-[calc(60px+env(safe-area-inset-bottom))] md:pb-0',
          )}
        >
          <KeepsHeading value={true}>{children}</KeepsHeading>
        </main>
        {!ownBottomBar && <TabBar items={items} />}
      </div>
    </>
  );
}
