import { and, eq } from 'drizzle-orm';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import * as repository from './areas.repository.ts';
import type { AreaSessionContext } from './areas.repository.ts';
import { progressOfItems } from './areas.rules.ts';

export { ofArea } from './areas.repository.ts';
export { isOpen, isUnderReview } from './areas.rules.ts';
import { areaSessions } from './areas.tables.ts';

const touched = () => new Date();

/** Tells the owner's and the admins' pages of a session that changed. */
export function pushAreaSession(change: Change, context: AreaSessionContext): void {
  const payload = { areaSessionId: context.session.id, runId: context.run.id, propertyId: context.property.id };
  change.push({ type: 'area_session_changed', payload }, { users: [context.property.userId], admins: true });
}

/**
 * Holds an area session until the commit and answers its present status: counts made after it miss nothing, and nobody
 * completes the area meanwhile. Taken before any other row of the area, so that two changes never wait for each other.
 */
export async function holdAreaSession(change: Change, sessionId: string): Promise<AreaSessionStatus | null> {
  const [row] = await change.tx
    .select({ status: areaSessions.status })
    .from(areaSessions)
    .where(eq(areaSessions.id, sessionId))
    .for('no key update');
  return row?.status ?? null;
}

/** Counts photos and open findings anew; the first photo starts the area. Called beside every change of either. */
export async function refreshAreaSession(change: Change, sessionId: string): Promise<void> {
  await holdAreaSession(change, sessionId);
  const figures = (await repository.figuresOf(change.tx, [sessionId])).get(sessionId);
  const context = await repository.find(change.tx, sessionId);
  if (!figures || !context) return;
  const itemsChecked = Math.min(context.session.totalItems, figures.photoCount + figures.answered);
  const starts = context.session.status === 'not_started' && figures.photoCount + figures.answered > 0;
  await change.tx
    .update(areaSessions)
    .set({
      issuesDetected: figures.openIssues,
      itemsChecked,
      progressPercent: progressOfItems(itemsChecked),
      lastActivity: touched(),
      ...(starts ? { status: 'in_progress' as const } : {}),
    })
    .where(eq(areaSessions.id, sessionId));
  await change.tx.update(inspectionRuns).set({ lastTouched: touched() }).where(eq(inspectionRuns.id, context.run.id));
  pushAreaSession(change, context);
}

/** A re-inspection opens the area again, and its run where no other is under way. */
export async function reopenAreaSession(change: Change, sessionId: string): Promise<void> {
  const context = await repository.find(change.tx, sessionId);
  if (!context) return;
  await change.tx
    .update(areaSessions)
    .set({ status: 'in_progress', completedAt: null, lastActivity: touched() })
    .where(and(eq(areaSessions.id, sessionId), eq(areaSessions.status, 'completed')));
  const others = await change.tx
    .select({ id: inspectionRuns.id })
    .from(inspectionRuns)
    .where(and(eq(inspectionRuns.propertyId, context.property.id), eq(inspectionRuns.status, 'in_progress')));
  if (context.run.status === 'completed' && others.length === 0) {
    await change.tx
      .update(inspectionRuns)
      .set({ status: 'in_progress', completedAt: null })
      .where(eq(inspectionRuns.id, context.run.id));
  }
  change.audit('area_session.reopened', 'area_session', sessionId);
  pushAreaSession(change, context);
}
