import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Video } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

/** A menu of the areas; choosing one opens its live inspection. */
export function StartLiveInspection({ propertyId }: { propertyId: string }) {
  const { data: areas } = useQuery(areasQuery);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" disabled={!areas}>
          <Video aria-hidden="true" />
          Live Inspection
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Which area?</DropdownMenuLabel>
        {areas?.map(({ id, code, name, icon }) => (
          <DropdownMenuItem key={id} asChild>
            <Link to="/live-inspection" search={{ propertyId, area: code }}>
              <AreaIcon name={icon} />
              {name}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The link from the field work of an area to its live inspection. */
export function LiveInspectionLink({ areaSession: { property, area } }: { areaSession: AreaSession }) {
  return (
    <Link
      to="/live-inspection"
      search={{ propertyId: property.id, area: area.code }}
      className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong"
    >
      <Video aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Live Inspection</span>
        <span className="block text-small text-ink-2">Record a walkthrough with live AI</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
    </Link>
  );
}
