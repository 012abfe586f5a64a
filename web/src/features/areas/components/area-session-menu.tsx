import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface AreaSessionMenuProps {
  icon: LucideIcon;
  label: string;
  areaSessions: readonly AreaSession[];
  /** Renders the link of an area. */
  children: (areaSession: AreaSession, content: ReactNode) => ReactNode;
}

/** A button that opens a menu with a link for each area of a run. */
export function AreaSessionMenu({ icon: Icon, label, areaSessions, children }: AreaSessionMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="secondary"
          disabled={areaSessions.length === 0}
          title={areaSessions.length === 0 ? t('All areas are completed') : undefined}
        >
          <Icon aria-hidden="true" />
          {label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t('Which area?')}</DropdownMenuLabel>
        {areaSessions.map((areaSession) => (
          <DropdownMenuItem key={areaSession.id} asChild>
            {children(
              areaSession,
              <>
                <AreaIcon name={areaSession.area.icon} />
                {t(areaSession.area.name)}
              </>,
            )}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
