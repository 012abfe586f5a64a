import type { SQL } from 'drizzle-orm';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import * as errors from './findings.errors.ts';
import { mayEdit } from './findings.rules.ts';

export function requireEdit(actor: Actor, scope: Authorized<Scope>): void {
  if (mayEdit(actor, scope)) return;
  if (scope.ownerId !== actor.id) throw errors.onlyOwnerChangesFindings();
  throw errors.findingsClosed(scope.areaSessionId ? 'area' : 'inspection', scope.status);
}

/** Locks the scope of a finding before it is changed; only an admin may change findings of a completed area. */
export async function lockForEdit(
  change: Change,
  workflow: WorkflowService,
  actor: Actor,
  scope: Authorized<Scope>,
  first?: SQL,
): Promise<void> {
  requireEdit(actor, scope);
  if (actor.isAdmin) await workflow.lock(change, scope, first);
  else await workflow.lockIfOpen(change, scope, first);
}

export function pushChanged(change: Change, scope: Scope): void {
  const payload = { areaSessionId: scope.areaSessionId, inspectionId: scope.reviewId };
  change.push({ type: 'issue_changed', payload }, ownerAndAdmins(scope.ownerId));
}
