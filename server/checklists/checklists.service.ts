import type { z } from 'zod';
import type { ChecklistItem, checklistPatchSchema } from '#contract/checklists.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { CheckFindingsService, FailedCheck } from '#server/findings/check-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
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

/** A check with its answer and what the AI detected; `items` are all checks of the area. */
function viewOf(
  item: ChecklistItemRow,
  items: ChecklistItemRow[],
  answer: AnswerRow | null,
  detected: FindingRow[],
): ChecklistItem {
  const hint = detected.find(
    ({ category }) => contradicts(category, item) || contradictedItem(category, items)?.id === item.id,
  );
  return toChecklistItem(item, answer, hint);
}

/** Whether passing the check resolves its finding. A merged one becomes resolved once it is separated. */
const isUnresolved = (finding: FindingRow): boolean =>
  openFindingStatuses.includes(finding.status) || finding.mergedInto !== null;

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
    const answers = new Map((await repository.listAnswers(executor, scope)).map((answer) => [answer.itemId, answer]));
    const detected = await aiFindings.openOf(executor, scope);
    return items.map((item) => viewOf(item, items, answers.get(item.id) ?? null, detected));
  }

  /** Stores the answer and its finding; returns the check as it is then. */
  async function applyAnswer(
    change: Change,
    scope: Scope,
    { item, items }: { item: ChecklistItemRow; items: ChecklistItemRow[] },
    { basedOn, ...input }: Omit<AnswerCall, 'id'>,
  ): Promise<ChecklistItem> {
    const { result } = input;
    const note = input.note?.trim() || null;
    const stored = result && { result, note, userId: change.userId, updatedAt: new Date() };
    const earlier = await repository.saveAnswer(change.tx, scope, item.id, stored);
    const before = viewOf(item, items, earlier.answer, earlier.detected);
    // Refusing it undoes what was just stored.
    if (isAnsweredMeanwhile(before, input, basedOn)) throw checkAnsweredMeanwhile();
    let severity: ChecklistItem['severity'] = null;
    if (result === 'fail')
      severity = await checkFindings.fail(change, scope, failedCheckOf(item, input, note), earlier);
    else if (earlier.finding && isUnresolved(earlier.finding)) await checkFindings.pass(change, scope, item.id);
    await workflow.recount(change, scope, { isOutdated: result !== null || earlier.answer !== null, isLast: true });
    auditAnswer(change, scope, { item: item.title, result });
    findings.pushChanged(change, scope);
    // Only the answer has changed; what the photos suggest is still the same.
    return { ...before, result, note: result === null ? null : note, severity };
  }

  return {
    async loadArea(id) {
      const area = await repository.findAreaById(db, id);
      return area ? authorize(area) : null;
    },
    blank: async (area) => (await repository.listItems(db, area.id)).map((item) => toChecklistItem(item)),
    list: (scope) => read(db, scope),
    itemsOf,

    async answer(actor, scope, itemId, { id: changeId, ...input }) {
      const items = await itemsOf(db, scope.area);
      const item = items.find(({ id }) => id === itemId);
      if (!item) throw checklistItemNotFound();
      const { basedOn: _known, ...given } = input;
      const content = [scope.areaSessionId, scope.inspectionId, given];
      const answerAgain = async (executor: Executor) => {
        const { answer, detected } = await repository.findCheck(executor, scope, item.id);
        return viewOf(item, items, answer, detected);
      };
      return changes.runOnce(actor.id, { id: changeId, target: item.id, content, answerAgain }, async (change) => {
        requireOpen(actor, scope);
        // The lock ensures one result and one finding per item.
        await workflow.lockIfOpen(change, scope, checkFindings.lockFirst(scope));
        return applyAnswer(change, scope, { item, items }, input);
      });
    },
  };
}
