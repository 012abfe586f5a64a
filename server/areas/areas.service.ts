import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Area, AreaSession, areaSessionPatchSchema, areaSessionsQuery } from '#contract/areas.ts';
import { completeCaseIfApproved } from '#server/cases/cases.service.ts';
import type { ScoreExplanation } from '#contract/scores.ts';
import { explainArea } from '#server/analysis/scoring.rules.ts';
import type { Config } from '#server/config.ts';
import { noFigures, openFindings } from '#server/evidence/figures.service.ts';
import { submitAreaInspection } from '#server/inspections/inspections.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { conflict, forbidden, words } from '#server/platform/http/problem.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import { holdAreaSession, pushAreaSession } from './area-state.service.ts';
import * as repository from './areas.repository.ts';
import type { AreaSessionContext } from './areas.repository.ts';
import { evidenceText, isOpen, isUnderReview } from './areas.rules.ts';
import { areaSessions, inspectionAreas } from './areas.tables.ts';

export type { AreaSessionContext } from './areas.repository.ts';
export { createSessions } from './areas.repository.ts';

export interface AreasService {
  areas(): Promise<Area[]>;
  load(actor: Actor, id: string): Promise<Authorized<AreaSessionContext> | null>;
  list(actor: Actor, query: z.output<typeof areaSessionsQuery>): Promise<Page<AreaSession>>;
  view(actor: Actor, contexts: AreaSessionContext[], db?: Executor): Promise<AreaSession[]>;
  ofRuns(actor: Actor, runIds: string[], db?: Executor): Promise<AreaSession[]>;
  patch(
    actor: Actor,
    target: Authorized<AreaSessionContext>,
    input: z.output<typeof areaSessionPatchSchema>,
  ): Promise<AreaSession>;
  complete(actor: Actor, target: Authorized<AreaSessionContext>): Promise<AreaSession>;
  /** How the score of the area came about; null while it has no photo. */
  explainScore(target: Authorized<AreaSessionContext>): Promise<ScoreExplanation | null>;
}

/** Throws 403 unless the caller owns the property, 409 unless field work may go on in the area. */
export function requireFieldWork(actor: Actor, target: Authorized<AreaSessionContext>): void {
  if (target.property.userId !== actor.id) throw forbidden("Only the property's owner does the field work");
  if (target.session.status === 'not_applicable') throw conflict('The area is marked as not applicable');
  if (!isOpen(target.session.status) || isUnderReview(target.inspection?.status ?? null)) {
    const state = target.inspection ? words(target.inspection.status) : words(target.session.status);
    throw conflict(`The area is ${state} and cannot be changed now`);
  }
}

export function createAreasService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  notifications: NotificationsService;
}): AreasService {
  const { db, config, changes, notifications } = deps;

  async function view(actor: Actor, contexts: AreaSessionContext[], executor: Executor = db): Promise<AreaSession[]> {
    const figures = await repository.figuresOf(
      executor,
      contexts.map((context) => context.session.id),
    );
    return contexts.map((context) => {
      const { session, area, property, inspection } = context;
      const own = figures.get(session.id) ?? { ...noFigures, answered: 0 };
      const work = property.userId === actor.id && isOpen(session.status) && !isUnderReview(inspection?.status ?? null);
      return {
        ...session,
        lastActivity: session.lastActivity.toISOString(),
        createdAt: session.createdAt.toISOString(),
        completedAt: session.completedAt?.toISOString() ?? null,
        property: { id: property.id, name: property.name },
        area: { name: area.name, code: area.code, description: area.description, icon: area.icon },
        caseNumber: context.caseNumber,
        issuesDetected: own.openIssues,
        photoCount: own.photoCount,
        complianceScore: own.score,
        inspectionId: inspection?.id ?? null,
        reviewStatus: inspection?.status ?? null,
        reviewNote: inspection?.reviewNote ?? null,
        abilities: {
          work,
          complete: work && session.status === 'in_progress' && own.photoCount > 0,
          generatePip: own.openIssues > 0,
          leaveOut: work && own.photoCount === 0,
          restore:
            property.userId === actor.id && session.status === 'not_applicable' && context.run.status === 'in_progress',
        },
      };
    });
  }

  async function viewOne(actor: Actor, executor: Executor, id: string): Promise<AreaSession> {
    const context = await repository.find(executor, id);
    const [session] = context ? await view(actor, [context], executor) : [];
    if (!session) throw conflict('The area is no longer there');
    return session;
  }

  /** The new status that a patch asks for; granting a permission starts the area. */
  function nextStatus(target: AreaSessionContext, input: z.output<typeof areaSessionPatchSchema>) {
    if (input.status) return input.status;
    const granted = input.permissionCamera || input.permissionLocation || input.permissionMicrophone;
    return granted && target.session.status === 'not_started' ? ('in_progress' as const) : undefined;
  }

  return {
    view,
    areas: () => db.select().from(inspectionAreas).orderBy(asc(inspectionAreas.sortOrder)),
    async load(actor, id) {
      const found = await repository.find(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
      return found ? authorize(found) : null;
    },
    async list(actor, { limit, cursor, propertyId, area, started }) {
      const where = and(
        actor.isAdmin ? undefined : repository.ownedBy(actor.id),
        propertyId ? repository.ofProperty(propertyId) : undefined,
        area ? repository.ofArea(area) : undefined,
        started ? repository.started : undefined,
      );
      const page = await repository.pageOf(db, where, limit, cursor);
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async explainScore({ session }) {
      const photoCount = (await repository.figuresOf(db, [session.id])).get(session.id)?.photoCount ?? 0;
      if (photoCount === 0) return null;
      return explainArea((await openFindings(db, [session.id])).get(session.id) ?? []);
    },
    ofRuns: async (actor, runIds, executor = db) => view(actor, await repository.ofRuns(executor, runIds), executor),

    async patch(actor, target, input) {
      const { session } = target;
      const returns = input.status === 'in_progress' && session.status === 'not_applicable';
      if (returns) {
        if (target.property.userId !== actor.id) throw forbidden("Only the property's owner does the field work");
        if (target.run.status !== 'in_progress') throw conflict(`The run is ${words(target.run.status)}`);
      } else {
        requireFieldWork(actor, target);
      }
      // Only the test-mode button grants all three at once; a browser asks for one after the other.
      const skips = input.permissionCamera && input.permissionLocation && input.permissionMicrophone;
      if (skips && config.mode === 'production') throw forbidden('Permissions cannot be skipped here');
      const status = nextStatus(target, input);
      const { reason, status: _asked, ...fields } = input;
      return changes.run(actor.id, async (change) => {
        await holdAreaSession(change, session.id);
        if (status === 'not_applicable') {
          const figures = (await repository.figuresOf(change.tx, [session.id])).get(session.id);
          if (figures && figures.photoCount > 0)
            throw conflict('The area has photos; remove them before marking it as not applicable');
        }
        const rows = await change.tx
          .update(areaSessions)
          .set({
            ...fields,
            ...(status ? { status } : {}),
            ...(status === 'not_applicable' ? { notApplicableReason: reason ?? null } : {}),
            ...(returns ? { notApplicableReason: null } : {}),
            lastActivity: new Date(),
          })
          .where(and(eq(areaSessions.id, session.id), eq(areaSessions.status, session.status)))
          .returning({ id: areaSessions.id });
        if (rows.length === 0) throw conflict('The area was changed by somebody else at the same moment');
        await change.tx
          .update(inspectionRuns)
          .set({ lastTouched: new Date() })
          .where(eq(inspectionRuns.id, target.run.id));
        change.audit('area_session.changed', 'area_session', session.id, { ...input });
        // It may have been the last area that kept the case open.
        if (status === 'not_applicable' && target.run.caseId) await completeCaseIfApproved(change, target.run.caseId);
        pushAreaSession(change, target);
        return viewOne(actor, change.tx, session.id);
      });
    },

    async complete(actor, target) {
      const { session, area, run, property } = target;
      if (session.status === 'completed') throw conflict('The area is already completed');
      requireFieldWork(actor, target);
      return changes.run(actor.id, async (change) => {
        await holdAreaSession(change, session.id);
        const figures = (await repository.figuresOf(change.tx, [session.id])).get(session.id);
        if (!figures || figures.photoCount === 0)
          throw conflict(`The area is ${words(session.status)} and has no photos; add at least one first`);
        const rows = await change.tx
          .update(areaSessions)
          .set({ status: 'completed', completedAt: new Date(), lastActivity: new Date() })
          .where(and(eq(areaSessions.id, session.id), inArray(areaSessions.status, ['in_progress'])))
          .returning();
        if (rows.length === 0) throw conflict('The area was changed by somebody else at the same moment');
        const inspection = await submitAreaInspection(change, {
          session,
          area,
          run,
          property,
          openIssues: figures.openIssues,
        });
        await change.tx.update(inspectionRuns).set({ lastTouched: new Date() }).where(eq(inspectionRuns.id, run.id));
        await notifications.notify(change, {
          userIds: await notifications.adminIds(change.tx),
          kind: 'inspection_submitted',
          title: `${property.name}: ${area.name} is ready for review`,
          body: evidenceText(figures),
          link: `/admin?tab=monitoring&inspectionId=${inspection.id}`,
        });
        change.audit('area_session.completed', 'area_session', session.id, { inspectionId: inspection.id });
        pushAreaSession(change, target);
        return viewOne(actor, change.tx, session.id);
      });
    },
  };
}
