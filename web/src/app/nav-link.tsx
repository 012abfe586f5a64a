import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { loadBegun } from '#web/app/begun.ts';
import { navItems, type NavItem } from '#web/app/nav.ts';

interface NavLinkProps {
  item: NavItem;
  isActive: boolean;
  className: string;
  children: ReactNode;
}

/** A link of the main navigation. Pressed before it is known where it leads, it waits for that. */
export function NavLink({ item, isActive, className, children }: NavLinkProps) {
  const navigate = useNavigate();
  async function followLater(event: MouseEvent) {
    if (!item.isPending) return;
    event.preventDefault();
    const known = navItems(true, await loadBegun()).find(({ label }) => label === item.label);
    if (known) await navigate({ to: known.to, search: known.search ?? {} });
  }
  return (
    <Link
      to={item.to}
      search={item.search ?? {}}
      aria-current={isActive ? 'page' : undefined}
      className={className}
      onClick={(event) => void followLater(event)}
    >
      {children}
    </Link>
  );
}
