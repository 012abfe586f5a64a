import type { Place } from '#contract/places.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { lockChangeable, type EvidenceDeps } from './evidence.ts';
import { photoNotFound } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';

const placeOf = ({ building, floor, room }: PhotoRow): Place => ({ building, floor, room });

interface Deps extends EvidenceDeps {
  changes: Changes;
  workflow: Pick<WorkflowService, 'lockIfOpen' | 'recount'>;
  findings: Pick<FindingsService, 'pushChanged'>;
  aiFindings: Pick<AiFindingsService, 'moveFindingsOfPhoto'>;
}

/** Sets the place at which a photo was taken; its findings move with it. Null when none is given. Throws 409 when the photo may not be changed. */
export async function setPhotoPlace(
  deps: Deps,
  actor: Actor,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
  given: Partial<Place>,
): Promise<PhotoRow | null> {
  const place = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(place).length === 0) return null;
  return deps.changes.run(actor.id, async (change) => {
    // As it is under the lock, because its findings move from its current place.
    const current = await lockChangeable(change, deps, { photo, scope });
    const row = await repository.update(change.tx, photo.id, place);
    if (!row) throw photoNotFound();
    await deps.aiFindings.moveFindingsOfPhoto(change, current, place);
    await deps.workflow.recount(change, scope);
    change.audit('photo.placed', 'photo', photo.id, { ...place, from: placeOf(current) });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    deps.findings.pushChanged(change, scope);
    return row;
  });
}
