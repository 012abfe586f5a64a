import { useLocation } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { NavLink } from '#web/app/nav-link.tsx';
import { isActive, type NavItem } from '#web/app/nav.ts';
import { cn } from '#web/lib/cn.ts';

/** The main navigation at the bottom of phones. */
export function TabBar({ items }: { items: readonly NavItem[] }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {items.map((item) => {
        const active = isActive(item, pathname);
        return (
          <NavLink
            key={item.label}
            item={item}
            isActive={active}
            className={cn(
              'flex h-[60px] min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[min(0.6875rem,3.5vw)] font-medium focus-visible:-outline-offset-2',
              active ? 'font-semibold text-accent' : 'text-ink-2',
            )}
          >
            <span className={cn('grid h-[26px] w-12 place-items-center rounded-full', active && 'bg-accent-soft')}>
              <item.icon aria-hidden="true" className="size-5" />
            </span>
            {t(item.label)}
          </NavLink>
        );
      })}
    </nav>
  );
}
