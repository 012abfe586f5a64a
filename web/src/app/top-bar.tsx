import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, Settings } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';
import { isActive, type NavItem } from '#web/app/nav.ts';
import { UserMenu } from '#web/app/user-menu.tsx';
import { notificationsQuery } from '#web/features/notifications/api.ts';
import { cn } from '#web/lib/cn.ts';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { Logo } from '#web/ui/logo.tsx';

function NotificationsLink() {
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  const label = unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications');
  return (
    <Link to="/notifications" aria-label={label} title={label} className={iconButtonClass()}>
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          data-testid="unread-dot"
          className="absolute top-2 end-2.5 size-2.5 rounded-full border-2 border-surface bg-accent"
        />
      )}
    </Link>
  );
}

/** The top bar: 68 px high, and lower on phones, where the tab bar holds the navigation. */
export function TopBar({ user, items }: { user: CurrentUser; items: readonly NavItem[] }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div className="flex h-[55px] items-center gap-3 px-4 md:h-[67px] md:px-6 lg:gap-7">
        <Link to="/" aria-label={t('Innspect, home')} className="flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        <nav aria-label={t('Main')} className="hidden flex-1 gap-1 md:flex">
          {items.map((item) => {
            const active = isActive(item, pathname);
            return (
              <Link
                key={item.label}
                to={item.to}
                search={item.search ?? {}}
                aria-current={active ? 'page' : undefined}
                className={cn(
                  'flex min-h-[37px] items-center rounded-control px-2.5 font-medium transition-colors lg:px-3 touch:min-h-11',
                  active ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
                )}
              >
                {t(item.label)}
              </Link>
            );
          })}
        </nav>
        <div className="ms-auto flex items-center">
          <NotificationsLink />

          <Link to="/settings" aria-label={t('Settings')} title={t('Settings')} className={iconButtonClass()}>
            <Settings aria-hidden="true" />
          </Link>

          <UserMenu user={user} />
        </div>
      </div>
    </header>
  );
}
