import type { Place } from '#contract/places.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { photoNotFound } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';

const placeOf = ({ building, floor, room }: PhotoRow): Place => ({ building, floor, room });

interface Deps {
  changes: Changes;
  workflow: WorkflowService;
  findings: Pick<FindingsService, 'pushChanged'>;
  aiFindings: Pick<AiFindingsService, 'moveFindingsOfPhoto'>;
}

/** Sets the place at which a photo was taken; its findings move with it. Null when none is given. Throws 409 when the area is closed. */
export async function setPhotoPlace(
  { changes, workflow, findings, aiFindings }: Deps,
  actor: Actor,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
  given: Partial<Place>,
): Promise<PhotoRow | null> {
  const place = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(place).length === 0) return null;
  return changes.run(actor.id, async (change) => {
    await workflow.lockIfOpen(change, scope);
    // Read again under the lock, because its findings move from its current place.
    const current = await repository.findById(change.tx, photo.id);
    const row = await repository.update(change.tx, photo.id, place);
    if (!current || !row) throw photoNotFound();
    await aiFindings.moveFindingsOfPhoto(change, current, place);
    await workflow.recount(change, scope);
    change.audit('photo.placed', 'photo', photo.id, { ...place, from: placeOf(current) });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    findings.pushChanged(change, scope);
    return row;
  });
}
