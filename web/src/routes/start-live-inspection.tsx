import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Video } from 'lucide-react';
import { areasQuery } from '#web/features/areas/api.ts';
import { AreaIcon } from '#web/ui/area-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

/** Leads to the live inspection of the area that is chosen. */
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
