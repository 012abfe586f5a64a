import { Link } from '@tanstack/react-router';
import { BedDouble, MapPin, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { plural } from '#contract/texts.ts';
import { useDeleteProperty } from '#web/features/properties/api.ts';
import { PropertyCases } from '#web/features/properties/components/property-cases.tsx';
import { EditPropertyDialog } from '#web/features/properties/components/property-form-dialog.tsx';
import { Badge, statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { overLinkClass } from '#web/ui/page.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';

const lockedReason = t('The property is locked while a case is in progress');

/** A property with its address, open cases and actions. */
export function PropertyCard({ property }: { property: PropertyListItem }) {
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const remove = useDeleteProperty();
  const { abilities } = property;
  return (
    <Card className="flex flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-[18px] pt-4 pb-4">
        <div>
          <h2 className="heading">
            <Link to="/properties/$id" params={{ id: property.id }} className={overLinkClass}>
              {property.name}
            </Link>
          </h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge>{statusLabel(property.propertyType)}</Badge>
            {property.brandStandard && (
              <Badge tone="outline" className="max-w-full">
                <span className="truncate" title={property.brandStandard}>
                  {property.brandStandard}
                </span>
              </Badge>
            )}
          </div>
        </div>
        <div className="grid gap-1 text-ink-2">
          <p className="flex gap-2">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span className="min-w-0">
              {property.address}
              <br />
              {property.city}, {property.state} {property.zipCode}
            </span>
          </p>
          <p className="flex gap-2">
            <BedDouble aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {property.totalRooms === null ? t('Rooms not stated') : plural(property.totalRooms, 'room')}
          </p>
        </div>
      </div>
      <PropertyCases cases={property.pendingCases} />
      <footer className="mt-auto flex flex-wrap items-center justify-end gap-2 border-t border-line px-[18px] py-3">
        {abilities.startInspection ? (
          <Button asChild className="min-w-0 flex-[1_0_176px]">
            <Link to="/inspection-setup" search={{ propertyId: property.id }}>
              {property.hasProgress ? t('Continue Inspection') : t('Start Inspection')}
            </Link>
          </Button>
        ) : (
          <span className="flex-1" />
        )}
        <TooltipProvider>
          <IconButton
            label={t('Edit {name}', { name: property.name })}
            tooltip={abilities.edit}
            disabled={!abilities.edit}
            title={abilities.edit ? undefined : lockedReason}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('Delete {name}', { name: property.name })}
            tooltip={abilities.delete}
            disabled={!abilities.delete}
            title={abilities.delete ? undefined : lockedReason}
            onClick={() => setRemoving(true)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </TooltipProvider>
      </footer>
      {editing && <EditPropertyDialog property={property} open onOpenChange={setEditing} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('Remove {name}?', { name: property.name })}
        description={t('Remove this property from your profile? (Data will be preserved for testing)')}
        confirmLabel={t('Remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(property.id, { onSettled: () => setRemoving(false) })}
      />
    </Card>
  );
}
