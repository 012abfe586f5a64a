import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { ChecklistItem, checklistPatchSchema } from '#contract/checklists.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { inspectionAreas, type AreaRow } from '#server/areas/areas.tables.ts';
import { holdOpen, refreshEvidence, requireOpen, type Evidence } from '#server/evidence/evidence.service.ts';
import { openStatuses } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { itemsOfArea } from './area-items.service.ts';
import { categoryOfItem, itemAgainst, severityOfItem, speaksAgainst } from './checklists.rules.ts';
import { checklistAnswers, type ChecklistItemRow } from './checklists.tables.ts';

export interface ChecklistsService {
  /** An area of the fixed list, which everybody may read. */
  loadArea(id: string): Promise<Authorized<AreaRow> | null>;
  /** The checks of an area without results. */
  blank(area: Authorized<AreaRow>): Promise<ChecklistItem[]>;
  list(evidence: Authorized<Evidence>): Promise<ChecklistItem[]>;
  /** Records a result. A failed item is a finding of the person's own; passing it later resolves that. */
  answer(
    actor: Actor,
    evidence: Authorized<Evidence>,
    itemId: string,
    input: z.output<typeof checklistPatchSchema>,
  ): Promise<ChecklistItem>;
}

type Answer = Pick<typeof checklistAnswers.$inferSelect, 'result' | 'note'>;

function toItem(item: ChecklistItemRow, answer?: Answer, aiHint: ChecklistItem['aiHint'] = null): ChecklistItem {
  return {
    id: item.id,
    title: item.title,
    critical: item.critical,
    category: categoryOfItem(item.title),
    sortOrder: item.sortOrder,
    result: answer?.result ?? null,
    note: answer?.note ?? null,
    aiHint,
  };
}

const answersOf = ({ areaSessionId, inspectionId }: Evidence) =>
  areaSessionId
    ? eq(checklistAnswers.areaSessionId, areaSessionId)
    : eq(checklistAnswers.inspectionId, inspectionId ?? '');
const issuesOf = ({ areaSessionId, inspectionId }: Evidence) =>
  areaSessionId ? eq(issues.areaSessionId, areaSessionId) : eq(issues.inspectionId, inspectionId ?? '');

export function createChecklistsService(deps: { db: Database; changes: Changes }): ChecklistsService {
  async function read(db: Executor, evidence: Evidence): Promise<ChecklistItem[]> {
    const items = await itemsOfArea(db, evidence.area);
    const answers = await db.select().from(checklistAnswers).where(answersOf(evidence));
    const seen = await db
      .select({ id: issues.id, category: issues.category, confidence: issues.aiConfidence, title: issues.title })
      .from(issues)
      .where(and(issuesOf(evidence), eq(issues.source, 'ai'), inArray(issues.status, openStatuses)));
    return items.map((item) => {
      const hint = seen.find(
        ({ category }) => speaksAgainst(category, item.title) || itemAgainst(category, items)?.id === item.id,
      );
      return toItem(
        item,
        answers.find(({ itemId }) => itemId === item.id),
        hint ? { result: 'fail', confidence: Number(hint.confidence ?? 0), issueId: hint.id, issue: hint.title } : null,
      );
    });
  }

  async function raise(change: Change, evidence: Evidence, item: ChecklistItemRow, note: string | null): Promise<void> {
    const [category, severity] = [categoryOfItem(item.title), severityOfItem(item.critical)];
    const decided = { status: 'confirmed' as const, decidedBy: change.userId, decidedAt: new Date() };
    const set = { ...decided, ...(note === null ? {} : { description: note }) };
    const present = await change.tx
      .update(issues)
      .set(set)
      .where(and(issuesOf(evidence), eq(issues.checklistItemId, item.id)))
      .returning({ id: issues.id });
    if (present.length > 0) return;
    await change.tx.insert(issues).values({
      areaSessionId: evidence.areaSessionId,
      inspectionId: evidence.reviewId,
      checklistItemId: item.id,
      title: `Not met: ${item.title}`,
      description: note ?? '',
      category,
      severity,
      source: 'person',
      recommendedAction: recommend(category, severity).recommendedAction,
      ...decided,
    });
  }

  return {
    async loadArea(id) {
      const [area] = await deps.db.select().from(inspectionAreas).where(eq(inspectionAreas.id, id));
      return area ? authorize(area) : null;
    },
    blank: async (area) => (await itemsOfArea(deps.db, area.code)).map((item) => toItem(item)),
    list: (evidence) => read(deps.db, evidence),

    async answer(actor, evidence, itemId, input) {
      const item = (await itemsOfArea(deps.db, evidence.area)).find(({ id }) => id === itemId);
      if (!item) throw notFound('Checklist item');
      requireOpen(actor, evidence);
      const note = input.note?.trim() || null;
      const { areaSessionId, inspectionId, reviewId } = evidence;
      return deps.changes.run(actor.id, async (change) => {
        // Nobody else answers until the commit, so that an item has one result and one finding.
        await holdOpen(change, evidence);
        const answer = { result: input.result, note, userId: actor.id, updatedAt: new Date() };
        await change.tx
          .insert(checklistAnswers)
          .values({ ...answer, areaSessionId, inspectionId, itemId: item.id })
          .onConflictDoUpdate({
            target: [
              areaSessionId ? checklistAnswers.areaSessionId : checklistAnswers.inspectionId,
              checklistAnswers.itemId,
            ],
            set: answer,
          });
        if (input.result === 'fail') await raise(change, evidence, item, note);
        else {
          await change.tx
            .update(issues)
            .set({ status: 'resolved', decidedBy: actor.id, decidedAt: new Date() })
            .where(and(issuesOf(evidence), eq(issues.checklistItemId, item.id), inArray(issues.status, openStatuses)));
        }
        await refreshEvidence(change, evidence);
        const details = { item: item.title, result: input.result };
        if (areaSessionId) change.audit('checklist.answered', 'area_session', areaSessionId, details);
        else change.audit('checklist.answered', 'inspection', inspectionId ?? '', details);
        change.push(
          { type: 'issue_changed', payload: { areaSessionId, inspectionId: reviewId } },
          { users: [evidence.ownerId], admins: true },
        );
        return only((await read(change.tx, evidence)).filter((row) => row.id === item.id));
      });
    },
  };
}
