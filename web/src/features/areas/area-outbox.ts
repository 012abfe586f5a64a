import type { AreaSession } from '#contract/areas.ts';
import { areaPatchKind, completionKind, isAreaPatch, type AreaPatchPayload } from '#web/features/areas/area-kinds.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { isRunning, mayHaveArrived } from '#web/lib/outbox/entry.ts';
import { scopePath } from '#web/lib/scope.ts';

outbox.register(areaPatchKind);
outbox.register(completionKind);

type NamedArea = Pick<AreaSession, 'id' | 'area'>;

const parentOf = ({ id }: NamedArea): string => scopePath({ of: 'area-sessions', id });
const unsentIds = (area: NamedArea): string[] =>
  outbox
    .of(parentOf(area))
    .filter(({ stage }) => stage !== 'saved')
    .map(({ entry }) => entry.id);

/** Changes an area's permissions or whether it applies. The latter is sent after all earlier changes of the area. */
export const changeArea = (area: NamedArea, patch: AreaPatchPayload['patch']): string =>
  outbox.add(areaPatchKind, {
    parent: parentOf(area),
    payload: { areaSessionId: area.id, areaName: area.area.name, patch },
    after: patch.status ? unsentIds(area) : [],
  });

/** Adds an area back that was marked as not at the property. A mark that the server cannot have yet is simply removed. */
export function addBackArea(area: NamedArea): void {
  const unsent = outbox
    .of(parentOf(area))
    .find((item) => isAreaPatch(item) && item.entry.payload.patch.status === 'not_applicable' && !isRunning(item));
  if (unsent && unsent.stage !== 'saved' && !mayHaveArrived(unsent)) outbox.remove(unsent.entry.id);
  else changeArea(area, { status: 'in_progress' });
}

/** Submits an area for review, once everything that the device has of it is saved. */
export const completeArea = (area: NamedArea, reason: string | null): string =>
  outbox.add(completionKind, {
    parent: parentOf(area),
    payload: { areaSessionId: area.id, areaName: area.area.name, reason },
    after: unsentIds(area),
  });
