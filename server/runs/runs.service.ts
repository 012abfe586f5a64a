import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AreaSession } from '#contract/areas.ts';
import type { PageQuery } from '#contract/common.ts';
import type { Run, RunView } from '#contract/runs.ts';
import { scoreProperty } from '#server/analysis/scoring.rules.ts';
import { createSessions, type AreasService } from '#server/areas/areas.service.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { startCase } from '#server/cases/cases.service.ts';
import { inspectionCases } from '#server/cases/cases.tables.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { AppError, conflict, forbidden, words } from '#server/platform/http/problem.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import { pipReports } from '#server/reports/reports.tables.ts';
import { inspectionRuns, type RunRow } from './runs.tables.ts';

export interface RunContext {
  run: RunRow;
  property: PropertyRow;
}

export interface RunsService {
  load(actor: Actor, id: string): Promise<Authorized<RunContext> | null>;
  view(actor: Actor, context: RunContext, db?: Executor): Promise<RunView>;
  active(actor: Actor, property: Authorized<PropertyRow>): Promise<{ run: Run | null; progress: AreaSession[] }>;
  activeList(actor: Actor, query: PageQuery): Promise<Page<{ id: string; propertyId: string; hasProgress: boolean }>>;
  /** A new run, or the present one where one is in progress. */
  start(
    actor: Actor,
    property: Authorized<PropertyRow>,
    caseId: string | null,
  ): Promise<{ created: boolean; run: Run }>;
  submit(actor: Actor, target: Authorized<RunContext>): Promise<Run>;
}

/** Every area that applies is completed, and at least one applies. */
export const allCompleted = (progress: readonly Pick<AreaSession, 'status'>[]): boolean =>
  progress.some((area) => area.status === 'completed') &&
  progress.every((area) => area.status === 'completed' || area.status === 'not_applicable');

/** Tables are named in full: a query of one table writes its columns without, and `id` would then be the session's. */
const worked = sql<boolean>`exists (select 1 from ${areaSessions} where ${areaSessions}.run_id = ${inspectionRuns}.id and ${areaSessions}.status in ('in_progress', 'completed'))`;

/** The run in progress of each property, and whether somebody has worked on it. */
export async function activeRunsOf(
  db: Executor,
  propertyIds: string[],
): Promise<Map<string, { id: string; propertyId: string; hasProgress: boolean }>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await db
    .select({ id: inspectionRuns.id, propertyId: inspectionRuns.propertyId, hasProgress: worked })
    .from(inspectionRuns)
    .where(and(inArray(inspectionRuns.propertyId, propertyIds), eq(inspectionRuns.status, 'in_progress')));
  return new Map(rows.map((row) => [row.propertyId, row]));
}

/** The case that a run is for when none is named: the one due soonest whose onboarding is done. */
async function openCaseOf(db: Executor, propertyId: string) {
  const rows = await db
    .select()
    .from(inspectionCases)
    .where(and(eq(inspectionCases.propertyId, propertyId), eq(inspectionCases.status, 'pending')))
    .orderBy(inspectionCases.dueDate);
  if (rows.some((row) => !row.onboardingCompleted)) throw conflict('Complete the onboarding of the pending case first');
  return rows[0] ?? null;
}

export function createRunsService(deps: { db: Database; changes: Changes; areas: AreasService }): RunsService {
  const { db, changes, areas } = deps;

  async function runView(actor: Actor, context: RunContext, executor: Executor): Promise<Run> {
    const { run, property } = context;
    const progress = await areas.ofRuns(actor, [run.id], executor);
    const applicable = progress.filter((area) => area.status !== 'not_applicable');
    const score = scoreProperty(applicable.map((area) => ({ code: area.area.code, score: area.complianceScore })));
    const [report] = await executor
      .select({ id: pipReports.id })
      .from(pipReports)
      .where(and(eq(pipReports.runId, run.id), eq(pipReports.source, 'property')));
    const done = allCompleted(progress);
    return {
      ...run,
      caseNumber: progress[0]?.caseNumber ?? null,
      lastTouched: run.lastTouched.toISOString(),
      createdAt: run.createdAt.toISOString(),
      completedAt: run.completedAt?.toISOString() ?? null,
      hasProgress: progress.some((area) => area.status === 'in_progress' || area.status === 'completed'),
      progress,
      complianceScore: score.overall,
      pipReportId: report?.id ?? null,
      abilities: { generatePip: done, submit: done && run.status === 'in_progress' && property.userId === actor.id },
    };
  }

  const present = async (executor: Executor, propertyId: string): Promise<RunRow | null> =>
    (
      await executor
        .select()
        .from(inspectionRuns)
        .where(and(eq(inspectionRuns.propertyId, propertyId), eq(inspectionRuns.status, 'in_progress')))
    )[0] ?? null;

  return {
    async load(actor, id) {
      const [row] = await db
        .select({ run: inspectionRuns, property: properties })
        .from(inspectionRuns)
        .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
        .where(and(eq(inspectionRuns.id, id), actor.isAdmin ? undefined : eq(properties.userId, actor.id)));
      return row ? authorize(row) : null;
    },

    async view(actor, context, executor = db) {
      const run = await runView(actor, context, executor);
      const { property } = context;
      const shown = {
        ...property,
        createdAt: property.createdAt.toISOString(),
        updatedAt: property.updatedAt.toISOString(),
      };
      return { run, progress: run.progress, property: shown };
    },

    async active(actor, property) {
      const row = await present(db, property.id);
      if (!row) return { run: null, progress: [] };
      const run = await runView(actor, { run: row, property }, db);
      return { run, progress: run.progress };
    },

    async activeList(actor, { limit, cursor }) {
      const rows = await db
        .select({
          id: inspectionRuns.id,
          propertyId: inspectionRuns.propertyId,
          hasProgress: worked,
          createdAt: inspectionRuns.createdAt,
        })
        .from(inspectionRuns)
        .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
        .where(
          and(
            eq(inspectionRuns.status, 'in_progress'),
            actor.isAdmin ? undefined : eq(properties.userId, actor.id),
            afterCursor(cursor, inspectionRuns.createdAt, inspectionRuns.id),
          ),
        )
        .orderBy(desc(inspectionRuns.createdAt), desc(inspectionRuns.id))
        .limit(limit + 1);
      return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
    },

    async start(actor, property, caseId) {
      if (property.userId !== actor.id) throw forbidden("Only the property's owner inspects it");
      return changes.run(actor.id, async (change) => {
        // One start at a time for a property: the second finds the first one's run.
        await change.tx
          .select({ id: properties.id })
          .from(properties)
          .where(eq(properties.id, property.id))
          .for('update');
        const existing = await present(change.tx, property.id);
        if (existing) return { created: false, run: await runView(actor, { run: existing, property }, change.tx) };
        let row = caseId ? null : await openCaseOf(change.tx, property.id);
        if (caseId) {
          const [named] = await change.tx
            .select()
            .from(inspectionCases)
            .where(and(eq(inspectionCases.id, caseId), eq(inspectionCases.propertyId, property.id)));
          if (!named) throw new AppError(404, 'Case not found');
          row = named;
        }
        const started = row ? await startCase(change, row.id) : null;
        const run = only(
          await change.tx
            .insert(inspectionRuns)
            .values({ propertyId: property.id, userId: actor.id, caseId: started?.id ?? null })
            .returning(),
        );
        await createSessions(change.tx, run.id, started?.notApplicableAreas ?? []);
        change.audit('run.started', 'run', run.id, { propertyId: property.id, caseId: run.caseId });
        return { created: true, run: await runView(actor, { run, property }, change.tx) };
      });
    },

    async submit(actor, target) {
      if (target.property.userId !== actor.id) throw forbidden("Only the property's owner submits the inspection");
      return changes.run(actor.id, async (change) => {
        const [locked] = await change.tx
          .select()
          .from(inspectionRuns)
          .where(eq(inspectionRuns.id, target.run.id))
          .for('update');
        if (!locked || locked.status !== 'in_progress')
          throw conflict(`The run is already ${words(locked?.status ?? 'gone')}`);
        const progress = await areas.ofRuns(actor, [locked.id], change.tx);
        if (!allCompleted(progress)) {
          const left = progress.filter(
            (area) => area.status !== 'completed' && area.status !== 'not_applicable',
          ).length;
          throw conflict(`The run is in progress: ${left} of its areas ${left === 1 ? 'is' : 'are'} not completed yet`);
        }
        const run = only(
          await change.tx
            .update(inspectionRuns)
            .set({ status: 'completed', completedAt: new Date(), lastTouched: new Date() })
            .where(and(eq(inspectionRuns.id, locked.id), eq(inspectionRuns.status, 'in_progress')))
            .returning(),
        );
        change.audit('run.submitted', 'run', run.id);
        return runView(actor, { run, property: target.property }, change.tx);
      });
    },
  };
}
