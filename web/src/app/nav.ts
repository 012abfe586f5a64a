import { Building2, ClipboardCheck, FileText, House, ShieldCheck, type LucideIcon } from 'lucide-react';
import { t } from '#contract/language.ts';

type NavPath = '/' | '/properties' | '/inspection-guide' | '/reports' | '/admin';

export interface NavItem {
  to: NavPath;
  label: string;
  icon: LucideIcon;
  /** Other paths on which this item is shown as active. */
  alsoActiveOn?: readonly string[];
  adminOnly?: boolean;
}

const items: readonly NavItem[] = [
  { to: '/', label: t('Home'), icon: House },
  { to: '/properties', label: t('Properties'), icon: Building2 },
  {
    to: '/inspection-guide',
    label: t('Inspection'),
    icon: ClipboardCheck,
    alsoActiveOn: ['/inspection-setup', '/live-inspection'],
  },
  { to: '/reports', label: t('Reports'), icon: FileText },
  { to: '/admin', label: t('Admin'), icon: ShieldCheck, adminOnly: true },
];

/** The navigation items; only admins see Admin. */
export const navItems = (admin: boolean): readonly NavItem[] => items.filter((item) => admin || !item.adminOnly);

/** Compares path prefixes; only / has to match exactly. */
export const isActive = (item: NavItem, pathname: string): boolean =>
  [item.to, ...(item.alsoActiveOn ?? [])].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(path)),
  );
