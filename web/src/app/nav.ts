import { Building2, ClipboardCheck, FileText, House, ShieldCheck, type LucideIcon } from 'lucide-react';
import { router } from '#web/app/router.tsx';

type NavPath = '/' | '/properties' | '/inspection-guide' | '/reports' | '/admin';

export interface NavItem {
  to: NavPath;
  label: string;
  icon: LucideIcon;
  /** Further paths that belong to the item. */
  also?: readonly string[];
  adminOnly?: boolean;
}

const items: readonly NavItem[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/properties', label: 'Properties', icon: Building2 },
  {
    to: '/inspection-guide',
    label: 'Inspection',
    icon: ClipboardCheck,
    also: ['/inspection-setup', '/live-inspection'],
  },
  { to: '/reports', label: 'Reports', icon: FileText },
  { to: '/admin', label: 'Admin', icon: ShieldCheck, adminOnly: true },
];

/** What this person sees in the navigation: screens that exist, Admin only for admins. */
export const navItems = (admin: boolean): readonly NavItem[] =>
  items.filter((item) => (admin || !item.adminOnly) && router.routesByPath[item.to].options.component !== undefined);

/** Matched by path prefix; / matches only exactly. */
export const isActive = (item: NavItem, pathname: string): boolean =>
  [item.to, ...(item.also ?? [])].some((path) => pathname === path || (path !== '/' && pathname.startsWith(path)));
