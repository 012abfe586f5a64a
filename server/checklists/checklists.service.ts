import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { ChecklistItem, checklistPatchSchema } from '#contract/checklists.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { refreshAreaSession } from '#server/areas/area-state.service.ts';
import { requireFieldWork, type AreaSessionContext } from '#server/areas/areas.service.ts';
import { checklistAnswers, checklistItems } from '#server/areas/areas.tables.ts';
import { openStatuses } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { categoryOfItem, severityOfItem } from './checklists.rules.ts';

export interface ChecklistsService {
  list(target: Authorized<AreaSessionContext>): Promise<ChecklistItem[]>;
  /** Records a result. A failed item is a finding of the person's own; passing it later resolves that. */
  answer(
    actor: Actor,
    target: Authorized<AreaSessionContext>,
    itemId: string,
    input: z.output<typeof checklistPatchSchema>,
  ): Promise<ChecklistItem>;
}

type Item = typeof checklistItems.$inferSelect;

export function createChecklistsService(deps: { db: Database; changes: Changes }): ChecklistsService {
  async function read(db: Executor, target: AreaSessionContext): Promise<ChecklistItem[]> {
    const { session, area } = target;
    const rows = await db
      .select({ item: checklistItems, answer: checklistAnswers })
      .from(checklistItems)
      .leftJoin(
        checklistAnswers,
        and(eq(checklistAnswers.itemId, checklistItems.id), eq(checklistAnswers.areaSessionId, session.id)),
      )
      .where(eq(checklistItems.areaId, area.id))
      .orderBy(asc(checklistItems.sortOrder));
    const seen = await db
      .select({ id: issues.id, category: issues.category, confidence: issues.aiConfidence })
      .from(issues)
      .where(and(eq(issues.areaSessionId, session.id), eq(issues.source, 'ai'), inArray(issues.status, openStatuses)));
    return rows.map(({ item, answer }) => {
      const hint = seen.find((issue) => issue.category === categoryOfItem(item.title));
      return {
        id: item.id,
        title: item.title,
        critical: item.critical,
        sortOrder: item.sortOrder,
        result: answer?.result ?? null,
        note: answer?.note ?? null,
        aiHint: hint ? { result: 'fail', confidence: Number(hint.confidence ?? 0), issueId: hint.id } : null,
      };
    });
  }

  async function raise(change: Change, target: AreaSessionContext, item: Item, note: string | null): Promise<void> {
    const [category, severity] = [categoryOfItem(item.title), severityOfItem(item.critical)];
    const decided = { status: 'confirmed' as const, decidedBy: change.userId, decidedAt: new Date() };
    await change.tx
      .insert(issues)
      .values({
        areaSessionId: target.session.id,
        inspectionId: target.inspection?.id ?? null,
        checklistItemId: item.id,
        title: `Not met: ${item.title}`,
        description: note ?? '',
        category,
        severity,
        source: 'person',
        recommendedAction: recommend(category, severity).recommendedAction,
        ...decided,
      })
      .onConflictDoUpdate({
        target: [issues.areaSessionId, issues.checklistItemId],
        set: { ...decided, ...(note === null ? {} : { description: note }) },
      });
  }

  return {
    list: (target) => read(deps.db, target),
    async answer(actor, target, itemId, input) {
      const [item] = await deps.db
        .select()
        .from(checklistItems)
        .where(and(eq(checklistItems.id, itemId), eq(checklistItems.areaId, target.area.id)));
      if (!item) throw notFound('Checklist item');
      requireFieldWork(actor, target);
      const note = input.note?.trim() || null;
      return deps.changes.run(actor.id, async (change) => {
        const answer = { result: input.result, note, userId: actor.id, updatedAt: new Date() };
        await change.tx
          .insert(checklistAnswers)
          .values({ ...answer, areaSessionId: target.session.id, itemId: item.id })
          .onConflictDoUpdate({ target: [checklistAnswers.areaSessionId, checklistAnswers.itemId], set: answer });
        if (input.result === 'fail') await raise(change, target, item, note);
        else {
          await change.tx
            .update(issues)
            .set({ status: 'resolved', decidedBy: actor.id, decidedAt: new Date() })
            .where(
              and(
                eq(issues.areaSessionId, target.session.id),
                eq(issues.checklistItemId, item.id),
                inArray(issues.status, openStatuses),
              ),
            );
        }
        await refreshAreaSession(change, target.session.id);
        change.audit('checklist.answered', 'area_session', target.session.id, {
          item: item.title,
          result: input.result,
        });
        change.push(
          {
            type: 'issue_changed',
            payload: { areaSessionId: target.session.id, inspectionId: target.inspection?.id ?? null },
          },
          { users: [target.property.userId], admins: true },
        );
        return only((await read(change.tx, target)).filter((row) => row.id === item.id));
      });
    },
  };
}
