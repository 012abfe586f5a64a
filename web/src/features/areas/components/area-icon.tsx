import {
  Bed,
  ClipboardList,
  Dumbbell,
  FireExtinguisher,
  Hotel,
  ParkingCircle,
  Presentation,
  ShieldCheck,
  Sofa,
  Trees,
  Users,
  UtensilsCrossed,
  Warehouse,
  Waves,
  type LucideIcon,
} from 'lucide-react';
import { cn } from '#web/lib/cn.ts';

/** The icons that areas may use. Looking icons up by name in the library would ship all of them. */
const icons: Record<string, LucideIcon> = {
  Bed,
  Dumbbell,
  FireExtinguisher,
  Hotel,
  ParkingCircle,
  Presentation,
  ShieldCheck,
  Sofa,
  Trees,
  Users,
  UtensilsCrossed,
  Warehouse,
  Waves,
};

/** The icon of an area, by the name stored with the area. Decorative. */
export function AreaIcon({ name, className }: { name: string | null; className?: string }) {
  const Icon = icons[name ?? ''] ?? ClipboardList;
  return <Icon aria-hidden="true" className={cn('size-5', className)} />;
}
