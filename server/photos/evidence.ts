import type { SQL } from 'drizzle-orm';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { photoNotFound, photoOfReportedWork } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { isReportedProof } from './photos.rules.ts';

export interface EvidenceDeps {
  scopes: Pick<ScopesService, 'find'>;
  workflow: Pick<WorkflowService, 'lockIfOpen'>;
}

/**
 * Locks the area, inspection or plan item of a photo for any change of the photo, its deletion included, and returns the photo as
 * it is now. Throws 409 when that is closed, or when the photo proved finished work that was found wanting since.
 */
export async function lockChangeable(
  change: Change,
  { scopes, workflow }: EvidenceDeps,
  { photo, scope }: { photo: PhotoRow; scope: Authorized<Scope> },
  first?: SQL,
): Promise<PhotoRow> {
  await workflow.lockIfOpen(change, scope, first);
  // Read again under the lock, because the work may have been returned, or another device have changed the photo, meanwhile.
  if (isReportedProof(photo, (await scopes.find(change.tx, photo)) ?? scope)) throw photoOfReportedWork();
  const current = await repository.findById(change.tx, photo.id);
  if (!current) throw photoNotFound();
  return current;
}
