import type { z } from 'zod';
import type { ChecklistItem, checklistPatchSchema } from '#contract/checklists.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { CheckFindingsService, FailedCheck } from '#server/findings/check-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { AreaRow } from '#server/schema/areas.tables.ts';
import type { ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import { checkAnsweredMeanwhile, checklistItemNotFound } from './checklists.errors.ts';
import * as repository from './checklists.repository.ts';
import type { AnswerRow } from './checklists.repository.ts';
import {
  contradictedItem,
  contradicts,
  isAnsweredMeanwhile,
  severityOfItem,
  toChecklistItem,
} from './checklists.rules.ts';

type AnswerCall = z.output<typeof checklistPatchSchema>;
type Answer = Omit<AnswerCall, 'id'>;

export interface ChecklistsService {
  /** An area of the fixed list, which everyone may read. */
  loadArea(id: string): Promise<Authorized<AreaRow> | null>;
  /** The checks of an area without results. */
  blank(area: Authorized<AreaRow>): Promise<ChecklistItem[]>;
  list(scope: Authorized<Scope>): Promise<ChecklistItem[]>;
  /** Records a result, or removes it. A failed item creates a finding by the user, which any other result resolves. */
  answer(actor: Actor, scope: Authorized<Scope>, itemId: string, input: AnswerCall): Promise<ChecklistItem>;
  /** The checks of the area with this name or code; empty when there is no such area. */
  itemsOf(db: Executor, area: string): Promise<ChecklistItemRow[]>;
}

/** The checks of an area with their answers and what the AI detected. */
const viewsOf = (items: ChecklistItemRow[], answers: AnswerRow[], detected: FindingRow[]): ChecklistItem[] =>
  items.map((item) => {
    const hint = detected.find(
      ({ category }) => contradicts(category, item) || contradictedItem(category, items)?.id === item.id,
    );
    const answer = answers.find(({ itemId }) => itemId === item.id);
    return toChecklistItem(item, answer, hint);
  });

const failedCheckOf = (item: ChecklistItemRow, { severity }: Answer, note: string | null): FailedCheck => ({
  itemId: item.id,
  title: item.findingTitle,
  category: item.category,
  action: item.action,
  severity: severityOfItem(item.critical),
  chosenSeverity: severity ?? null,
  note,
});

function auditAnswer(change: Change, { areaSessionId, inspectionId }: Scope, details: Record<string, unknown>): void {
  if (areaSessionId) change.audit('checklist.answered', 'area_session', areaSessionId, details);
  else change.audit('checklist.answered', 'inspection', inspectionId ?? '', details);
}

export function createChecklistsService(deps: {
  db: Database;
  changes: Changes;
  areas: AreasService;
  workflow: WorkflowService;
  findings: FindingsService;
  aiFindings: AiFindingsService;
  checkFindings: CheckFindingsService;
}): ChecklistsService {
  const { db, changes, areas, workflow, findings, aiFindings, checkFindings } = deps;

  /** Only migrations change checks, so each area's are read once. */
  const itemsByArea = new Map<string, ChecklistItemRow[]>();

  async function itemsOf(executor: Executor, name: string): Promise<ChecklistItemRow[]> {
    const known = itemsByArea.get(name);
    if (known) return known;
    const area = await areas.areaNamed(executor, name);
    if (!area) return [];
    const items = await repository.listItems(executor, area.id);
    itemsByArea.set(name, items);
    return items;
  }

  async function read(executor: Executor, scope: Scope): Promise<ChecklistItem[]> {
    const items = await itemsOf(executor, scope.area);
    const answers = await repository.listAnswers(executor, scope);
    return viewsOf(items, answers, await aiFindings.openOf(executor, scope));
  }

  /** One check with its answer, and whether it has a finding that passing it resolves. */
  async function readOne(executor: Executor, scope: Scope, item: ChecklistItemRow) {
    const items = await itemsOf(executor, scope.area);
    const answers = await repository.listAnswers(executor, scope);
    const { detected, isFoundByCheck } = await aiFindings.openAroundCheck(executor, scope, item.id);
    const view = expectOne(viewsOf(items, answers, detected).filter(({ id }) => id === item.id));
    return { view, isFoundByCheck };
  }

  /** Stores the answer and its finding; returns the note and the finding's severity as they are stored. */
  async function applyAnswer(
    change: Change,
    scope: Scope,
    item: ChecklistItemRow,
    input: Answer,
    isFoundByCheck: boolean,
  ): Promise<Pick<ChecklistItem, 'note' | 'severity'>> {
    let severity: ChecklistItem['severity'] = null;
    const note = input.note?.trim() || null;
    const { result } = input;
    const answer = { note, userId: change.userId, updatedAt: new Date() };
    if (result === null) await repository.deleteAnswer(change.tx, scope, item.id);
    else await repository.saveAnswer(change.tx, scope, item.id, { ...answer, result });
    if (result === 'fail') {
      severity = await checkFindings.fail(change, scope, failedCheckOf(item, input, note));
    } else if (isFoundByCheck) {
      await checkFindings.pass(change, scope, item.id);
    }
    await workflow.recount(change, scope, { isOutdated: result !== null });
    auditAnswer(change, scope, { item: item.title, result });
    findings.pushChanged(change, scope);
    return { note, severity };
  }

  return {
    async loadArea(id) {
      const area = await repository.findAreaById(db, id);
      return area ? authorize(area) : null;
    },
    blank: async (area) => (await repository.listItems(db, area.id)).map((item) => toChecklistItem(item)),
    list: (scope) => read(db, scope),
    itemsOf,

    async answer(actor, scope, itemId, { id: changeId, basedOn, ...input }) {
      const item = (await itemsOf(db, scope.area)).find(({ id }) => id === itemId);
      if (!item) throw checklistItemNotFound();
      const answered = async (tx: Executor) => (await readOne(tx, scope, item)).view;
      const content = [scope.areaSessionId, scope.inspectionId, input];
      const repeatable = { id: changeId, target: item.id, content, answerAgain: answered };
      return changes.runOnce(actor.id, repeatable, async (change) => {
        requireOpen(actor, scope);
        await checkFindings.lockRepairWork(change, scope);
        // The lock ensures one result and one finding per item.
        await workflow.lockIfOpen(change, scope);
        const { view: before, isFoundByCheck } = await readOne(change.tx, scope, item);
        if (isAnsweredMeanwhile(before, input, basedOn)) throw checkAnsweredMeanwhile();
        const { note, severity } = await applyAnswer(change, scope, item, input, isFoundByCheck);
        // Only the answer has changed; what the photos suggest is still the same.
        return { ...before, result: input.result, note: input.result === null ? null : note, severity };
      });
    },
  };
}
