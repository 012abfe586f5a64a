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

interface Deps {
  changes: Changes;
  workflow: WorkflowService;
  findings: Pick<FindingsService, 'pushChanged'>;
  aiFindings: Pick<AiFindingsService, 'moveFindingsToRoom'>;
}

/** Sets the room in which a photo was taken; its findings move with it. Throws 409 when the area is closed. */
export async function setPhotoRoom(
  { changes, workflow, findings, aiFindings }: Deps,
  actor: Actor,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
  room: string | null,
): Promise<PhotoRow> {
  return changes.run(actor.id, async (change) => {
    await workflow.lockIfOpen(change, scope);
    // Read again under the lock, because its findings move from its current room.
    const current = await repository.findById(change.tx, photo.id);
    const row = await repository.update(change.tx, photo.id, { room });
    if (!current || !row) throw photoNotFound();
    await aiFindings.moveFindingsToRoom(change, current, room);
    await workflow.recount(change, scope);
    change.audit('photo.placed', 'photo', photo.id, { room, from: current.room });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
    findings.pushChanged(change, scope);
    return row;
  });
}
