import { Building2, ClipboardCheck, FileText, House, ShieldCheck, type LucideIcon } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { Inspection } from '#contract/inspections.ts';
import { workLink } from '#web/features/inspections/open-inspections.ts';

type NavPath =
  | '/'
  | '/properties'
  | '/inspection-guide'
  | '/inspection-setup'
  | '/photo-upload'
  | '/live-inspection'
  | '/reports'
  | '/admin';

/** What a person has begun: the properties with a running inspection, and the open live and photo inspections. */
export interface Begun {
  running: readonly string[];
  open: readonly Pick<Inspection, 'id' | 'propertyId' | 'area' | 'videoUrl'>[];
}

export interface NavItem {
  to: NavPath;
  /** What the item opens: the running inspection of a property, or a live or photo inspection. */
  search?: { propertyId: string; area?: string } | { inspectionId: string };
  label: string;
  icon: LucideIcon;
  /** Other paths on which this item is shown as active. */
  alsoActiveOn?: readonly string[];
  adminOnly?: boolean;
  /** It is not known yet what the person has begun, and so not where the item leads. */
  isPending?: boolean;
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

/** Where Inspection leads: to what is begun, to the choice between several, or to the guide. */
function inspectionItem(item: NavItem, { running, open }: Begun): NavItem {
  const [only] = open;
  if (only && open.length === 1 && running.length === 0) return { ...item, ...workLink(only) };
  // The page of a property also lists its live and photo inspections.
  const [propertyId, another] = new Set([...running, ...open.map((inspection) => inspection.propertyId)]);
  if (!propertyId) return item;
  return { ...item, to: '/inspection-setup', ...(another ? {} : { search: { propertyId } }) };
}

/** The navigation items; only admins see Admin. `begun` is null until it is known. */
export const navItems = (admin: boolean, begun: Begun | null = { running: [], open: [] }): readonly NavItem[] =>
  items
    .filter((item) => admin || !item.adminOnly)
    .map((item) => {
      if (item.to !== '/inspection-guide') return item;
      return begun ? inspectionItem(item, begun) : { ...item, isPending: true };
    });

/** Compares path prefixes; only / has to match exactly. */
export const isActive = (item: NavItem, pathname: string): boolean =>
  [item.to, ...(item.alsoActiveOn ?? [])].some(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(path)),
  );
