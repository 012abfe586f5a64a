import type { ScopesService } from '#server/inspections/scope.service.ts';
import { isSameScope } from '#server/inspections/scope-key.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import { lockForEdit, pushChanged } from './editing.ts';
import * as errors from './findings.errors.ts';
import * as repository from './findings.repository.ts';
import type { LoadedFinding } from './findings.service.ts';
import { updateRaisedSeverities } from './raises.ts';
import type { RepairWork } from './repair-work.service.ts';
import * as pairs from './same-defects.repository.ts';
import {
  defectOf,
  primaryFindingOf,
  mergedFields,
  mergeRefusal,
  pairOf,
  separatedFields,
} from './same-defects.rules.ts';

/** Handles users' answers to the question 'Same defect?'. */
export interface SameDefectsService {
  /**
   * Merges findings of one defect: the primary one counts; the others keep their photos and are dismissed. Returns the
   * id of the primary one. A finding of an earlier inspection of the place stays open and counts there; the two are related,
   * so that one item of a plan has both. Throws 409 for closed findings, or findings of several categories, and 403 for an
   * owner if the brand has confirmed one of them.
   */
  merge(actor: Actor, target: Authorized<LoadedFinding>, otherIds: string[]): Promise<string>;
  /**
   * Separates a merged finding, or all findings that were merged into it. To undo a merge exactly, `withIds` names
   * findings that had been merged into it before and are merged into it again. Throws 409 when there is nothing to
   * separate.
   */
  separate(actor: Actor, target: Authorized<LoadedFinding>, withIds: string[]): Promise<void>;
  /** Records that the findings are different defects, so that the user is not asked again. */
  markDifferent(actor: Actor, target: Authorized<LoadedFinding>, otherIds: string[]): Promise<void>;
}

/**
 * The finding and the others of its area, read under the lock, and those of other inspections of the same area of the
 * property; throws 400 for a finding of anything else.
 */
async function listOfPlace(change: Change, finding: FindingRow, otherIds: string[]) {
  const ids = [...new Set([finding.id, ...otherIds])];
  const rows = await repository.listRowsByIds(change.tx, ids);
  const own = rows.filter((row) => isSameScope(row, finding));
  const elsewhere = rows.filter((row) => !own.includes(row));
  const isOfPlace =
    elsewhere.length === 0 ||
    (await pairs.isOfSamePlace(
      change.tx,
      finding,
      elsewhere.map(({ id }) => id),
    ));
  if (rows.length < ids.length || !isOfPlace) throw errors.findingsElsewhere();
  return { own, elsewhere };
}

/**
 * Relates a finding to that of the same defect in an earlier inspection; both count in their own inspection. Returns the
 * finding as it is then.
 */
async function link(change: Change, finding: FindingRow, earlier: FindingRow): Promise<FindingRow> {
  const refusal = mergeRefusal([finding, earlier].map((each) => ({ ...each, earlierId: null })));
  if (refusal) throw errors.notMergeable(refusal);
  if (earlier.createdAt >= finding.createdAt) throw errors.findingsElsewhere();
  const earlierId = defectOf(earlier);
  await pairs.updateEarlier(change.tx, finding.id, earlierId);
  await repository.update(change.tx, finding.id, { earlierId, changedAt: new Date() });
  change.audit('issue.merged', 'issue', finding.id, { sameAs: earlierId, inspection: 'earlier' });
  return { ...finding, earlierId };
}

/** Returns to a separated finding what it had before the merge: its parts, and its relations to other inspections. */
async function separateFrom(
  change: Change,
  finding: FindingRow,
  primaryId: string,
  withIds: readonly string[],
): Promise<void> {
  const parts = await pairs.listParts(change.tx, [primaryId]);
  for (const part of parts)
    if (withIds.includes(part.id)) await repository.update(change.tx, part.id, { mergedInto: finding.id });
  const { id, earlierId } = finding;
  await pairs.updateEarlier(change.tx, primaryId, earlierId ?? id, withIds);
  const left = parts.filter((part) => !withIds.includes(part.id));
  const primary = await repository.findById(change.tx, primaryId);
  if (earlierId && primary?.earlierId === earlierId && !left.some((part) => part.earlierId === earlierId))
    await repository.update(change.tx, primaryId, { earlierId: null });
}

export function createSameDefectsService(deps: {
  changes: Changes;
  scopes: ScopesService;
  workflow: WorkflowService;
  repairWork: RepairWork;
}): SameDefectsService {
  const { changes, workflow, repairWork } = deps;

  /** `work` returns the ids of the findings that it has changed. */
  const edit = (actor: Actor, { scope }: Authorized<LoadedFinding>, work: (change: Change) => Promise<string[]>) =>
    changes.run(actor.id, async (change) => {
      await lockForEdit(change, workflow, actor, scope, repairWork.lockFirst(scope));
      const changed = await work(change);
      await repairWork.follow(change, changed);
      await updateRaisedSeverities(change, scope);
      await workflow.recount(change, scope);
      pushChanged(change, scope);
    });

  return {
    async merge(actor, target, otherIds) {
      let primaryId = target.finding.id;
      await edit(actor, target, async (change) => {
        const { own, elsewhere } = await listOfPlace(change, target.finding, otherIds);
        if (!actor.isAdmin && (await pairs.listDefectsOfBrand(change.tx, [...own, ...elsewhere])).size > 0)
          throw errors.findingDecidedByBrand();
        const [earlier, second] = elsewhere;
        if (second) throw errors.notMergeable('earlier');
        const former = own.find(({ id }) => id === target.finding.id);
        const rows = [];
        for (const row of own) rows.push(earlier && row === former ? await link(change, row, earlier) : row);
        // The item of the finding to which it was related before counts on its own again.
        const related = [...own, ...elsewhere].flatMap(({ id, earlierId }) => (earlierId ? [id, earlierId] : [id]));
        if (earlier && rows.length === 1) return related;
        const refusal = mergeRefusal(rows);
        if (refusal) throw errors.notMergeable(refusal);
        primaryId = primaryFindingOf(rows)?.id ?? primaryId;
        const earlierId = rows.find((row) => row.earlierId)?.earlierId;
        for (const row of rows) {
          // Those of later inspections are related to the first finding of the defect.
          await pairs.updateEarlier(change.tx, row.id, earlierId ?? primaryId);
          if (row.id === primaryId) continue;
          await repository.update(change.tx, row.id, mergedFields(row, primaryId));
          await pairs.updateMergedInto(change.tx, row.id, primaryId);
          change.audit('issue.merged', 'issue', row.id, { sameAs: primaryId });
        }
        // Mark it as edited, so that a new analysis keeps it.
        await repository.update(change.tx, primaryId, { changedAt: new Date(), ...(earlierId ? { earlierId } : {}) });
        return related;
      });
      return primaryId;
    },

    separate: (actor, target, withIds) =>
      edit(actor, target, async (change) => {
        const [finding] = await repository.listRowsByIds(change.tx, [target.finding.id]);
        const parts = finding?.mergedInto ? [finding] : await pairs.listParts(change.tx, [target.finding.id]);
        // Undoing a merge keeps the relation that the finding had before.
        const unlinked = finding?.mergedInto ? [] : await pairs.updateToUnlinked(change.tx, target.finding.id);
        if (parts.length + unlinked.length === 0) throw errors.notMerged();
        for (const id of unlinked) change.audit('issue.separated', 'issue', id, { inspection: 'earlier' });
        for (const part of parts) {
          await repository.update(change.tx, part.id, separatedFields(part));
          change.audit('issue.separated', 'issue', part.id, { from: part.mergedInto });
        }
        const changed = [
          ...parts.map(({ id }) => id),
          ...unlinked,
          ...(finding?.earlierId ? [finding.earlierId] : []),
          target.finding.id,
          ...parts.flatMap(({ mergedInto }) => mergedInto ?? []),
        ];
        if (finding?.mergedInto) await separateFrom(change, finding, finding.mergedInto, withIds);
        return changed;
      }),

    markDifferent: (actor, target, otherIds) =>
      edit(actor, target, async (change) => {
        const { own, elsewhere } = await listOfPlace(change, target.finding, otherIds);
        const others = [...own, ...elsewhere].filter(({ id }) => id !== target.finding.id);
        for (const { id } of others) await pairs.insertDistinctPair(change.tx, pairOf(target.finding.id, id), actor.id);
        change.audit('issue.told_apart', 'issue', target.finding.id, { others: others.map(({ id }) => id) });
        return [];
      }),
  };
}
