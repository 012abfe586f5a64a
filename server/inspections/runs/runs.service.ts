import type { AreaSession } from '#contract/areas.ts';
import type { PageQuery } from '#contract/common.ts';
import { noCoverage, type RequirementCounts } from '#contract/coverage.ts';
import type { Run, RunView } from '#contract/runs.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import { caseNotFound, onboardingIncomplete } from '#server/cases/cases.errors.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import { toProperty } from '#server/properties/properties.rules.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import type { PropertyRow } from '#server/schema/properties.tables.ts';
import * as areaSessions from '../areas/areas.repository.ts';
import type { AreasService } from '../areas/areas.service.ts';
import { listRequirementsOfProperty } from '../figures/figures.repository.ts';
import * as errors from '../inspections.errors.ts';
import * as repository from './runs.repository.ts';
import type { ActiveRun, RunContext } from './runs.repository.ts';
import { allCompleted, needsWork, toRun } from './runs.rules.ts';

export interface RunsService {
  load(actor: Actor, id: string): Promise<Authorized<RunContext> | null>;
  view(actor: Actor, context: RunContext): Promise<RunView>;
  active(actor: Actor, property: Authorized<PropertyRow>): Promise<{ run: Run | null; progress: AreaSession[] }>;
  activeList(actor: Actor, query: PageQuery): Promise<Page<ActiveRun>>;
  /** The property of the active run that its owner continues first. */
  propertyToContinue(ownerId: string): Promise<string | null>;
  /** Returns a new run, or the one that is in progress. */
  start(
    actor: Actor,
    property: Authorized<PropertyRow>,
    caseId: string | null,
  ): Promise<{ created: boolean; run: Run }>;
  submit(actor: Actor, target: Authorized<RunContext>, input: { id?: string | undefined }): Promise<Run>;
}

const requirementsOfProperty = async (db: Executor, runId: string): Promise<RequirementCounts> =>
  (await listRequirementsOfProperty(db, [runId])).get(runId) ?? noCoverage;

export function createRunsService(deps: {
  db: Database;
  changes: Changes;
  areas: AreasService;
  caseStates: CaseStatesService;
}): RunsService {
  const { db, changes, areas, caseStates } = deps;

  async function runView(executor: Executor, actor: Actor, { run, property }: RunContext): Promise<Run> {
    const progress = await areas.ofRuns(executor, actor, [run.id]);
    const pipReportId = await repository.findPlanId(executor, run.id);
    const ofProperty = await requirementsOfProperty(executor, run.id);
    return toRun(run, { progress, ofProperty, pipReportId, isOwner: property.userId === actor.id });
  }

  /** Starts the case for the run: the named one, or else the one with the earliest due date, if there is one. */
  async function startCase(change: Change, propertyId: string, caseId: string | null): Promise<CaseRow | null> {
    if (caseId) {
      if (!(await repository.findCase(change.tx, caseId, propertyId))) throw caseNotFound();
      return caseStates.start(change, caseId);
    }
    const pending = await repository.listPendingCases(change.tx, propertyId);
    if (pending.some((row) => !row.onboardingCompleted)) throw onboardingIncomplete();
    return pending[0] ? caseStates.start(change, pending[0].id) : null;
  }

  return {
    async load(actor, id) {
      const found = await repository.findById(db, id, actor.isAdmin ? undefined : actor.id);
      return found ? authorize(found) : null;
    },

    async view(actor, context) {
      const run = await runView(db, actor, context);
      return { run, progress: run.progress, property: toProperty(context.property) };
    },

    async active(actor, property) {
      const row = await repository.findActiveByProperty(db, property.id);
      if (!row) return { run: null, progress: [] };
      const run = await runView(db, actor, { run: row, property });
      return { run, progress: run.progress };
    },

    activeList: (actor, { limit, cursor }) =>
      repository.listActivePage(db, { ownerId: actor.isAdmin ? undefined : actor.id, limit, cursor }),

    propertyToContinue: (ownerId) => repository.findPropertyToContinue(db, ownerId),

    async start(actor, property, caseId) {
      if (property.userId !== actor.id) throw errors.onlyOwnerInspects();
      return changes.run(actor.id, async (change) => {
        // Its owner may have removed it from the profile since it was read.
        if ((await repository.lockProperty(change.tx, property.id)) !== actor.id) throw propertyNotFound();
        const existing = await repository.findActiveByProperty(change.tx, property.id);
        if (existing) return { created: false, run: await runView(change.tx, actor, { run: existing, property }) };
        const started = await startCase(change, property.id, caseId);
        const run = await repository.insert(change.tx, {
          propertyId: property.id,
          userId: actor.id,
          caseId: started?.id ?? null,
        });
        await areaSessions.insertForRun(change.tx, run, started?.notApplicableAreas ?? []);
        change.audit('run.started', 'run', run.id, { propertyId: property.id, caseId: run.caseId });
        return { created: true, run: await runView(change.tx, actor, { run, property }) };
      });
    },

    async submit(actor, target, { id }) {
      if (target.property.userId !== actor.id) throw errors.onlyOwnerSubmits('the');
      const answerAgain = async (tx: Executor): Promise<Run> => {
        const now = await repository.findById(tx, target.run.id, actor.id);
        return runView(tx, actor, now ?? target);
      };
      const repeatable = { id, target: target.run.id, content: 'submit', answerAgain };
      return changes.runOnce(actor.id, repeatable, async (change) => {
        const locked = await repository.lockById(change.tx, target.run.id);
        if (locked?.status !== 'in_progress') throw errors.runClosed(locked?.status ?? null);
        const progress = await areas.ofRuns(change.tx, actor, [locked.id]);
        if (!allCompleted(progress)) throw errors.areasLeftToComplete(progress.filter(needsWork).length);
        const run = await repository.updateToCompleted(change.tx, locked.id);
        change.audit('run.submitted', 'run', run.id);
        return runView(change.tx, actor, { run, property: target.property });
      });
    },
  };
}
