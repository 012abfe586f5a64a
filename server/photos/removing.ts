import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { lockChangeable, type EvidenceDeps } from './evidence.ts';
import { photoNotFound } from './photos.errors.ts';
import { removeFiles } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { photosChanged } from './photos.rules.ts';
import { filesOf } from './voice-notes.rules.ts';

/** Deletes a photo with its files. Throws 409 when its area or item is closed, or when it proved work that was found wanting since. */
export async function removePhoto(
  deps: EvidenceDeps & {
    changes: Changes;
    workflow: Pick<WorkflowService, 'recount'>;
    aiFindings: Pick<AiFindingsService, 'lockFirst' | 'releasePhoto'>;
  },
  actor: Actor,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
): Promise<void> {
  requireOpen(actor, scope);
  await deps.changes.run(actor.id, async (change) => {
    await lockChangeable(change, deps, { photo, scope }, deps.aiFindings.lockFirst(scope));
    await deps.aiFindings.releasePhoto(change, photo);
    const deleted = await repository.deleteById(change.tx, photo.id);
    if (!deleted) throw photoNotFound();
    await change.enqueue(removeFiles, { keys: filesOf(deleted) });
    await deps.workflow.recount(change, scope);
    change.audit('photo.removed', 'photo', photo.id, { sha256: photo.sha256, filename: photo.filename });
    change.push(photosChanged(scope), ownerAndAdmins(scope.ownerId));
  });
}
