import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '#contract/findings.ts';
import { photoPictureUrl } from '#contract/photos.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import type { ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import { isSameScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import * as errors from './findings.errors.ts';
import * as repository from './findings.repository.ts';
import {
  isSameInput,
  mayEdit,
  patchOf,
  toFinding,
  toScored,
  type FindingInput,
  type FindingPatch,
} from './findings.rules.ts';

export interface LoadedFinding {
  finding: FindingRow;
  scope: Authorized<Scope>;
}

export interface FindingsService {
  load(actor: Actor, id: string): Promise<Authorized<LoadedFinding> | null>;
  list(actor: Actor, scope: Authorized<Scope>): Promise<Finding[]>;
  /** Views of findings whose access was checked by what refers to them. */
  viewByIds(actor: Actor, ids: string[], db?: Executor): Promise<Map<string, Finding>>;
  add(actor: Actor, scope: Authorized<Scope>, input: FindingInput): Promise<{ created: boolean; finding: Finding }>;
  change(actor: Actor, target: Authorized<LoadedFinding>, patch: FindingPatch): Promise<Finding>;
  /** Whether the finding is one of a live or photo inspection. */
  isOf(inspectionId: string, id: string): Promise<boolean>;
  /** The open findings of each photo, for its score. */
  openOfPhotos(photoIds: string[]): Promise<Map<string, ScoredFinding[]>>;
  /** Has the open pages of the area or inspection read its findings again. */
  pushChanged(change: Change, scope: Scope): void;
}

function requireEdit(actor: Actor, scope: Authorized<Scope>): void {
  if (mayEdit(actor, scope)) return;
  if (scope.ownerId !== actor.id) throw errors.findingsAreTheOwners();
  throw errors.findingsClosed(scope.status);
}

export function createFindingsService(deps: {
  db: Database;
  changes: Changes;
  scopes: ScopesService;
  workflow: WorkflowService;
}): FindingsService {
  const { db, changes, scopes, workflow } = deps;

  async function viewOne(actor: Actor, executor: Executor, id: string, scope: Scope): Promise<Finding> {
    return toFinding(expectOne(await repository.byIds(executor, [id])), mayEdit(actor, scope));
  }

  /** Runs a change of one finding with its scope locked; an admin may change those of a completed area. */
  const edit = <T>(actor: Actor, scope: Authorized<Scope>, work: (change: Change) => Promise<T>): Promise<T> =>
    changes.run(actor.id, async (change) => {
      if (actor.isAdmin) await workflow.lock(change, scope);
      else await workflow.lockIfOpen(change, scope);
      return work(change);
    });

  async function announce(change: Change, scope: Scope): Promise<void> {
    await workflow.recount(change, scope);
    pushChanged(change, scope);
  }

  return {
    pushChanged,

    async load(actor, id) {
      const finding = await repository.byId(db, id);
      const scope = finding ? await scopes.load(actor, finding) : null;
      return finding && scope ? authorize({ finding, scope }) : null;
    },

    async list(actor, scope) {
      const rows = await repository.ofScope(db, scope);
      return rows.map((row) => toFinding(row, mayEdit(actor, scope)));
    },

    async viewByIds(_actor, ids, executor = db) {
      const rows = await repository.byIds(executor, ids);
      return new Map(rows.map((row) => [row.finding.id, toFinding(row, false)]));
    },

    async add(actor, scope, input) {
      requireEdit(actor, scope);
      const photo = input.photoId ? await repository.photoInScope(db, scope, input.photoId) : null;
      if (input.photoId && !photo) throw errors.photoNotInScope();
      return edit(actor, scope, async (change) => {
        const row = await repository.insert(change.tx, {
          ...input,
          imageUrl: photo ? photoPictureUrl(photo) : null,
          areaSessionId: scope.areaSessionId,
          inspectionId: scope.inspectionId,
          source: 'person',
          status: 'confirmed',
          recommendedAction: recommend(input.category, input.severity).recommendedAction,
          decidedBy: actor.id,
          decidedAt: new Date(),
        });
        if (!row) {
          const existing = await repeated(change, scope, input);
          return { created: false, finding: await viewOne(actor, change.tx, existing.id, scope) };
        }
        await announce(change, scope);
        change.audit('issue.added', 'issue', row.id, { severity: row.severity, category: row.category });
        return { created: true, finding: await viewOne(actor, change.tx, row.id, scope) };
      });
    },

    async change(actor, { finding, scope }, patch) {
      requireEdit(actor, scope);
      return edit(actor, scope, async (change) => {
        if (!isDeepStrictEqual(await repository.byId(change.tx, finding.id), finding))
          throw errors.findingChangedMeanwhile();
        const set = patchOf(finding, patch, { userId: actor.id, at: new Date() });
        await repository.update(change.tx, finding.id, set);
        await announce(change, scope);
        const from = { status: finding.status, severity: finding.severity };
        change.audit('issue.changed', 'issue', finding.id, { ...patch, from });
        return viewOne(actor, change.tx, finding.id, scope);
      });
    },

    isOf: async (inspectionId, id) => (await repository.byId(db, id))?.inspectionId === inspectionId,

    async openOfPhotos(photoIds) {
      const found = new Map<string, ScoredFinding[]>();
      for (const row of await repository.openOfPhotos(db, photoIds)) {
        if (row.photoId) found.set(row.photoId, [...(found.get(row.photoId) ?? []), toScored(row)]);
      }
      return found;
    },
  };
}

function pushChanged(change: Change, scope: Scope): void {
  const payload = { areaSessionId: scope.areaSessionId, inspectionId: scope.reviewId };
  change.push({ type: 'issue_changed', payload }, ownerAndAdmins(scope.ownerId));
}

/** The row of an earlier try of the same request. Throws 409 for the id of another finding. */
async function repeated(change: Change, scope: ScopeKey, input: FindingInput): Promise<FindingRow> {
  const row = input.id ? await repository.byId(change.tx, input.id) : null;
  if (row?.source !== 'person' || !isSameScope(row, scope)) throw errors.findingIdInUse();
  // A finding that was corrected since differs from its input and is still the same.
  if (row.changedAt === null && !isSameInput(row, input)) throw errors.findingIdInUse();
  return row;
}
