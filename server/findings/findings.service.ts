import { isDeepStrictEqual } from 'node:util';
import { severityRank } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { photoPictureUrl } from '#contract/photos.ts';
import { toScored, type ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import { isSameScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import { lockForEdit, pushChanged, requireEdit } from './editing.ts';
import * as errors from './findings.errors.ts';
import { announce, resolveRepaired } from './judging.ts';
import * as repository from './findings.repository.ts';
import type { FindingContext } from './findings.repository.ts';
import {
  abilitiesOf,
  isEditedMeanwhile,
  isFoundAgain,
  isSameInput,
  patchOf,
  rowOfInput,
  toEarlier,
  toFinding,
  type FindingInput,
  type FindingPatch,
} from './findings.rules.ts';
import type { RepairWork } from './repair-work.service.ts';
import { givenSeverity } from './raises.rules.ts';
import * as pairs from './same-defects.repository.ts';
import { defectOf, sameAsEarlier, sameDefects } from './same-defects.rules.ts';

export interface LoadedFinding {
  finding: FindingRow;
  scope: Authorized<Scope>;
}

export interface FindingsService {
  load(actor: Actor, id: string): Promise<Authorized<LoadedFinding> | null>;
  list(actor: Actor, scope: Authorized<Scope>): Promise<Finding[]>;
  viewById(actor: Actor, id: string, scope: Authorized<Scope>): Promise<Finding>;
  /** The findings with these ids. The caller has checked the access to whatever refers to them. */
  viewByIds(ids: string[]): Promise<Map<string, Finding>>;
  add(actor: Actor, scope: Authorized<Scope>, input: FindingInput): Promise<{ created: boolean; finding: Finding }>;
  change(actor: Actor, target: Authorized<LoadedFinding>, patch: FindingPatch): Promise<Finding>;
  /** Whether the finding belongs to this area or inspection. */
  isOf(scope: Authorized<Scope>, id: string): Promise<boolean>;
  /** The open findings of each photo, for the photo's score. */
  openOfPhotos(photoIds: string[]): Promise<Map<string, ScoredFinding[]>>;
  /**
   * Resolves an open finding whose repair was verified, the finding into which it was merged, and those of the same defect
   * in other inspections, even in a closed area. What the brand confirmed stays open unless the brand has verified the repair.
   */
  resolveRepaired(change: Change, id: string, byBrand: boolean): Promise<void>;
  /** Tells open pages of the area or inspection to reload its findings. */
  pushChanged(change: Change, scope: Scope): void;
}

/**
 * Throws where the owner may not decide alone: work under way ends in the plan, where its proof is asked for, and what the
 * brand has decided is the brand's to dismiss or to lower, and needs a photo or a note before it counts as resolved.
 */
async function requireOwnersRight(tx: Executor, finding: FindingRow, patch: FindingPatch): Promise<void> {
  const { note, severity, status } = patch;
  const closes = status === 'dismissed' || status === 'resolved';
  const lowers = severity !== undefined && severityRank(severity) < severityRank(givenSeverity(finding));
  if (!closes && !lowers) return;
  if (closes && (await repository.isInWork(tx, finding.id))) throw errors.findingInWork();
  if (!(await repository.isDecidedByBrand(tx, finding.id))) return;
  if (lowers || status === 'dismissed') throw errors.findingDecidedByBrand();
  if (!note && !(await repository.hasRepairPhoto(tx, finding.id))) throw errors.resolutionNeedsProof();
}

/** Throws 409 when the finding has changed since it was loaded. */
async function requireUnchanged(tx: Executor, finding: FindingRow): Promise<void> {
  if (!isDeepStrictEqual(await repository.findById(tx, finding.id), finding)) throw errors.findingChangedMeanwhile();
}

const decisionOf = (finding: FindingRow) => ({ status: finding.status, severity: givenSeverity(finding) });

/** Throws 409 when the finding was changed in a way that the device has not seen. */
function requireKnown(finding: Finding, patch: FindingPatch, basedOn: FindingPatch['basedOn']): void {
  if (basedOn && isEditedMeanwhile(finding, patch, basedOn)) throw errors.findingEditedMeanwhile();
}

/** Throws 409 unless an earlier attempt of the same request made the row. */
function requireRepeated(row: FindingRow | null, scope: ScopeKey, input: FindingInput): FindingRow {
  if (row?.source !== 'person' || !isSameScope(row, scope)) throw errors.findingIdInUse();
  // A finding that was corrected meanwhile differs from the input, but the request is still the same.
  if (row.changedAt === null && !isSameInput(row, input)) throw errors.findingIdInUse();
  return row;
}

/** The answers for findings, including those merged into them and the photos of their repairs. */
async function viewsOf(
  db: Executor,
  rows: readonly FindingContext[],
  abilities: Finding['abilities'],
): Promise<Finding[]> {
  const ids = rows.map(({ finding }) => finding.id);
  const parts = Map.groupBy(await pairs.listParts(db, ids), ({ mergedInto }) => mergedInto);
  const linked = await pairs.listLinked(
    db,
    rows.map(({ finding }) => finding),
  );
  const repairs = Map.groupBy(await repository.listRepairPhotos(db, ids), ({ repairOf }) => repairOf);
  return rows.map((row) =>
    toFinding(row, abilities, {
      parts: [...(parts.get(row.finding.id) ?? []), ...(linked.get(row.finding.id) ?? [])],
      repairs: repairs.get(row.finding.id),
    }),
  );
}

/**
 * The findings of one area that may show the same defect, and those of its earlier inspections, by finding id. The owner is
 * not asked about those that the brand confirmed.
 */
async function possibleDuplicatesOf(db: Executor, actor: Actor, scope: ScopeKey, rows: readonly FindingRow[]) {
  const photos = await pairs.listPlaces(db, scope);
  const separated = await pairs.listMarkedDifferent(
    db,
    rows.map(({ id }) => id),
  );
  const { findings: elsewhere, isOneRoom } = await pairs.listElsewhere(db, scope);
  const brands = actor.isAdmin ? new Set<string>() : await pairs.listDefectsOfBrand(db, [...rows, ...elsewhere]);
  const isAsked = (row: FindingRow): boolean => !brands.has(defectOf(row));
  const earlier = sameAsEarlier(rows, elsewhere.filter(isAsked), { photos, separated, isOneRoom });
  for (const row of rows) if (!isAsked(row)) earlier.delete(row.id);
  return { here: sameDefects(rows.filter(isAsked), photos, separated), earlier };
}

const viewOne = async (db: Executor, actor: Actor, id: string, scope: Scope): Promise<Finding> =>
  expectOne(await viewsOf(db, await repository.listByIds(db, [id]), abilitiesOf(actor, scope)));

async function openOfPhotos(db: Executor, photoIds: string[]): Promise<Map<string, ScoredFinding[]>> {
  const rows = await repository.listOpenByPhotos(db, photoIds);
  const groups = Map.groupBy(rows, ({ photoId }) => photoId ?? '');
  return new Map([...groups].map(([id, group]) => [id, group.map(({ finding }) => toScored(finding))]));
}

/** The picture and place of a new finding. Call it under the lock, because the photo may be deleted at the same time. */
async function placeOf(tx: Executor, scope: Scope, photoId: string | null | undefined) {
  const photo = photoId ? await repository.findPhotoInScope(tx, scope, photoId) : null;
  if (photoId && !photo) throw errors.photoNotInScope();
  return { imageUrl: photo && photoPictureUrl(photo), place: photo };
}

/** The id of a finding that may have become critical by a change, otherwise null. */
const mayTurnCritical = ({ id, severity }: FindingRow): string | null => (severity === 'critical' ? null : id);

export function createFindingsService(deps: {
  db: Database;
  changes: Changes;
  scopes: ScopesService;
  workflow: WorkflowService;
  repairWork: RepairWork;
}): FindingsService {
  const { db, changes, scopes, workflow } = deps;

  return {
    pushChanged,

    async load(actor, id) {
      const finding = await repository.findById(db, id);
      const scope = finding ? await scopes.load(actor, finding) : null;
      return finding && scope ? authorize({ finding, scope }) : null;
    },

    async list(actor, scope) {
      const rows = await repository.listByScope(db, scope);
      const views = await viewsOf(db, rows, abilitiesOf(actor, scope));
      const { here, earlier } = await possibleDuplicatesOf(
        db,
        actor,
        scope,
        rows.map(({ finding }) => finding),
      );
      return views.map((view) => ({
        ...view,
        sameAs: here.get(view.id) ?? [],
        sameAsEarlier: toEarlier(earlier.get(view.id)),
      }));
    },

    viewById: (actor, id, scope) => viewOne(db, actor, id, scope),

    async viewByIds(ids) {
      const views = await viewsOf(db, await repository.listByIds(db, ids), { edit: false, repair: false });
      return new Map(views.map((view) => [view.id, view]));
    },

    async add(actor, scope, input) {
      const earlier = input.id ? await repository.findById(db, input.id) : null;
      if (earlier)
        return { created: false, finding: await viewOne(db, actor, requireRepeated(earlier, scope, input).id, scope) };
      requireEdit(actor, scope);
      if (input.videoTimestamp != null && !scope.reviewId) throw errors.areaHasNoRecording();
      return changes.run(actor.id, async (change) => {
        await lockForEdit(change, workflow, actor, scope);
        const row = await repository.insert(
          change.tx,
          rowOfInput(scope, input, { userId: actor.id, ...(await placeOf(change.tx, scope, input.photoId)) }),
        );
        if (!row) {
          const { id } = requireRepeated(await repository.findById(change.tx, input.id ?? ''), scope, input);
          return { created: false, finding: await viewOne(change.tx, actor, id, scope) };
        }
        await announce(change, workflow, scope, row, row.id);
        change.audit('issue.added', 'issue', row.id, { severity: row.severity, category: row.category });
        return { created: true, finding: await viewOne(change.tx, actor, row.id, scope) };
      });
    },

    async change(actor, { finding, scope }, { id, basedOn, ...patch }) {
      const answerAgain = (tx: Executor) => viewOne(tx, actor, finding.id, scope);
      const foundAgain = isFoundAgain(finding, patch.status);
      return changes.runOnce(actor.id, { id, target: finding.id, content: patch, answerAgain }, async (change) => {
        await lockForEdit(change, workflow, actor, scope, deps.repairWork.lockFirst(scope));
        await requireUnchanged(change.tx, finding);
        if (!actor.isAdmin) await requireOwnersRight(change.tx, finding, patch);
        requireKnown(await answerAgain(change.tx), patch, basedOn);
        const set = patchOf(finding, patch, { userId: actor.id, at: new Date() });
        await repository.update(change.tx, finding.id, set);
        await announce(change, workflow, scope, { ...finding, ...set, status: patch.status }, mayTurnCritical(finding));
        if (foundAgain) await deps.repairWork.reopen(change, [finding.id]);
        if (patch.status)
          await deps.repairWork.follow(change, [finding.id, ...(finding.mergedInto ? [finding.mergedInto] : [])]);
        change.audit('issue.changed', 'issue', finding.id, { ...patch, from: decisionOf(finding) });
        return answerAgain(change.tx);
      });
    },

    resolveRepaired: (change, id, byBrand) => resolveRepaired(change, deps, id, byBrand),

    isOf: async (scope, id) => (await repository.listRowsByIds(db, [id])).some((row) => isSameScope(row, scope)),

    openOfPhotos: (photoIds) => openOfPhotos(db, photoIds),
  };
}
