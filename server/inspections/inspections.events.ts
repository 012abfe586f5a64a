import type { Change } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { InspectionContext } from './inspections.repository.ts';
import type { LockedArea } from './areas/areas.repository.ts';
import { areaSessionChanged } from './areas/areas.rules.ts';
import { inspectionChanged, type ChangedInspection } from './inspections.rules.ts';

/** Notifies the open pages of the owner and the admins that an inspection has changed. */
export function sendInspectionChanged(change: Change, changed: ChangedInspection): void {
  change.push(inspectionChanged(changed), ownerAndAdmins(changed.property.userId));
}

/** Notifies the open pages of the owner and the admins that an area session has changed. */
export function sendAreaSessionChanged(change: Change, context: LockedArea): void {
  change.push(areaSessionChanged(context), ownerAndAdmins(context.property.userId));
}

/** The part of an inspection that webhooks send. */
export const eventDataOf = ({ inspection, property }: Pick<InspectionContext, 'inspection' | 'property'>) => ({
  inspection: {
    id: inspection.id,
    area: inspection.area,
    areaSessionId: inspection.areaSessionId,
    caseId: inspection.caseId,
  },
  property: { id: property.id, name: property.name },
});
