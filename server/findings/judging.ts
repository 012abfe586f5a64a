import type { FindingCategory } from '#contract/finding-categories.ts';
import { openFindingStatuses, type FindingStatus } from '#contract/findings.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { publishCritical } from './critical.ts';
import { pushChanged } from './editing.ts';
import * as repository from './findings.repository.ts';
import { updateRaisedSeverities } from './raises.ts';
import * as pairs from './same-defects.repository.ts';

/** A user's judgment of a finding; `status` is missing when the user only corrects it. */
interface Judgment {
  id: string;
  category: FindingCategory;
  status: FindingStatus | undefined;
}

/** A correction confirms a finding; reopening withdraws the verdict. */
function recordVerdict({ tx, userId }: Change, { category, id, status }: Judgment): Promise<void> {
  if (status === 'pending') return repository.deleteVerdict(tx, id, userId);
  const holds = status !== 'dismissed';
  return repository.saveVerdict(tx, { findingId: id, userId, holds, category, at: new Date() });
}

/** Records a judgment with all that follows from it: raised severities, scores and the open pages. */
export async function announce(
  change: Change,
  workflow: WorkflowService,
  scope: Scope,
  judgment: Judgment,
  critical?: string | null,
): Promise<void> {
  await recordVerdict(change, judgment);
  await updateRaisedSeverities(change, scope);
  await publishCritical(change, critical ? [critical] : []);
  await workflow.recount(change, scope);
  pushChanged(change, scope);
}

interface Deps {
  scopes: ScopesService;
  workflow: WorkflowService;
}

/** Resolves one finding, or the one into which it was merged. What the brand confirmed only its own verification resolves. */
async function resolveOne(change: Change, { scopes, workflow }: Deps, id: string, byBrand: boolean): Promise<void> {
  const found = await repository.findById(change.tx, id);
  const scope = found && (await scopes.find(change.tx, found));
  if (!scope) return;
  await workflow.lock(change, scope);
  const repaired = await repository.findById(change.tx, id);
  if (!byBrand && (await repository.isDecidedByBrand(change.tx, repaired?.mergedInto ?? id))) return;
  const decision = { decidedBy: change.userId, decidedAt: new Date() };
  // A merged finding stays resolved when it is separated; until then its primary finding counts.
  if (repaired?.mergedInto) await repository.update(change.tx, id, { statusBefore: 'resolved', ...decision });
  const finding = repaired?.mergedInto ? await repository.findById(change.tx, repaired.mergedInto) : repaired;
  if (!finding || !openFindingStatuses.includes(finding.status)) return;
  await repository.update(change.tx, finding.id, { status: 'resolved', ...decision });
  await announce(change, workflow, scope, { ...finding, status: 'resolved' });
  change.audit('issue.changed', 'issue', finding.id, { status: 'resolved', from: { status: finding.status } });
}

/**
 * Resolves the finding of a completed repair, and those of the same defect in the other inspections of the place; `byBrand` is
 * whether the brand has verified it.
 */
export async function resolveRepaired(change: Change, deps: Deps, id: string, byBrand: boolean): Promise<void> {
  await resolveOne(change, deps, id, byBrand);
  const repaired = await repository.findById(change.tx, id);
  const primary = repaired?.mergedInto ? await repository.findById(change.tx, repaired.mergedInto) : repaired;
  const elsewhere = primary ? ((await pairs.listLinked(change.tx, [primary])).get(primary.id) ?? []) : [];
  for (const other of elsewhere) await resolveOne(change, deps, other.id, byBrand);
}
