import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Video } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { liveSearchOf } from '#web/features/areas/area-search.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { AreaSessionMenu } from '#web/features/areas/components/area-session-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface StartLiveInspectionProps {
  propertyId: string;
  /** The area sessions of the current run that can be worked on; null if there is no run. */
  ofRun: readonly AreaSession[] | null;
}

/** A menu of the areas. Choosing one opens its live inspection, which belongs to the current run. */
export function StartLiveInspection({ propertyId, ofRun }: StartLiveInspectionProps) {
  const { data: areas } = useQuery({ ...areasQuery, enabled: ofRun === null });
  if (ofRun)
    return (
      <AreaSessionMenu icon={Video} label={t('Live Inspection')} areaSessions={ofRun}>
        {(areaSession, content) => (
          <Link to="/live-inspection" search={liveSearchOf(areaSession)}>
            {content}
          </Link>
        )}
      </AreaSessionMenu>
    );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" disabled={!areas}>
          <Video aria-hidden="true" />
          {t('Live Inspection')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t('Which area?')}</DropdownMenuLabel>
        {areas?.map(({ id, code, name, icon }) => (
          <DropdownMenuItem key={id} asChild>
            <Link to="/live-inspection" search={{ propertyId, area: code }}>
              <AreaIcon name={icon} />
              {t(name)}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
