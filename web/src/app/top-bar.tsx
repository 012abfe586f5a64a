import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, Settings } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';
import { TopBarFrame } from '#web/app/loading-frame.tsx';
import { NavLink } from '#web/app/nav-link.tsx';
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

/** The top bar of a signed-in user. */
export function TopBar({ user, items }: { user: CurrentUser; items: readonly NavItem[] }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <TopBarFrame>
      <Link to="/" aria-label={t('Innspect, home')} className="flex min-h-11 items-center rounded-control">
        <Logo />
      </Link>
      <nav aria-label={t('Main')} className="hidden flex-1 gap-1 md:flex">
        {items.map((item) => {
          const active = isActive(item, pathname);
          return (
            <NavLink
              key={item.label}
              item={item}
              isActive={active}
              className={cn(
                'flex min-h-[37px] items-center rounded-control px-2.5 font-medium transition-colors lg:px-3 touch:min-h-11',
                active ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              {t(item.label)}
            </NavLink>
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
    </TopBarFrame>
  );
}
