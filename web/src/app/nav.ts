import { Building2, ClipboardCheck, FileText, House, ShieldCheck, type LucideIcon } from 'lucide-react';
import { t } from '#contract/language.ts';

type NavPath = '/' | '/properties' | '/inspection-guide' | '/inspection-setup' | '/reports' | '/admin';

export interface NavItem {
  to: NavPath;
  /** The property whose running inspection the item opens. */
  search?: { propertyId: string };
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
    alsoActiveOn: ['/inspection-guide', '/inspection-setup', '/live-inspection'],
  },
  { to: '/reports', label: t('Reports'), icon: FileText },
  { to: '/admin', label: t('Admin'), icon: ShieldCheck, adminOnly: true },
];

/** Where Inspection leads: to the running inspection, to the choice between several, or to the guide. */
function inspectionItem(item: NavItem, running: readonly string[]): NavItem {
  const [propertyId, another] = running;
  if (!propertyId) return item;
  return { ...item, to: '/inspection-setup', ...(another ? {} : { search: { propertyId } }) };
}

/** The navigation items; only admins see Admin. `running` are the properties with a running inspection. */
export const navItems = (admin: boolean, running: readonly string[] = []): readonly NavItem[] =>
  items
    .filter((item) => admin || !item.adminOnly)
    .map((item) => (item.to === '/inspection-guide' ? inspectionItem(item, running) : item));

/** Compares path prefixes; only / has to match exactly. */
export const isActive = (item: NavItem, pathname: string): boolean =>
  [item.to, ...(item.alsoActiveOn ?? [])].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(path)),
  );
