import { messageInputSchema, messagesQuery } from '#contract/messages.ts';
import type { ChecklistsService } from '#server/checklists/checklists.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { RunsService } from '#server/inspections/runs/runs.service.ts';
import type { MessagesService } from '#server/messages/messages.service.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { ApprovalService } from '#server/plans/versions/approval.service.ts';
import type { GenerationService } from '#server/plans/generation.service.ts';
import type { ItemsService } from '#server/plans/items.service.ts';
import type { PlansService } from '#server/plans/plans.service.ts';
import { required } from './required.ts';
import type { Actors } from './sample.accounts.ts';
import { failedCheck, reviewMessages, reviewNote } from './sample.content.ts';
import type { SampleInspections } from './sample.inspections.ts';
import { meetRequirements, type RequirementsDeps } from './sample.requirements.ts';

export interface DecisionsDeps extends RequirementsDeps {
  checklists: ChecklistsService;
  findings: FindingsService;
  inspections: InspectionsService;
  messages: MessagesService;
  planApproval: ApprovalService;
  planGeneration: GenerationService;
  planItems: ItemsService;
  plans: PlansService;
  runs: RunsService;
}

async function writeMessages(
  messages: MessagesService,
  admin: Actor,
  owner: Actor,
  inspectionId: string,
): Promise<void> {
  const { rows } = await messages.list(admin, messagesQuery.parse({ inspectionId }));
  const send = async (from: Actor, to: Actor, content: string) => {
    if (rows.some((written) => written.content === content)) return;
    await messages.send(from, messageInputSchema.parse({ toUserId: to.id, inspectionId, content }));
  };
  await send(admin, owner, reviewMessages.question);
  // Owners can write to admins alone, and somebody may have switched the sample's admin to the view of owners meanwhile.
  await send({ ...owner, isAdmin: true }, admin, reviewMessages.answer);
}

/** The decisions of the sample users after the photos were added. */
export function createSampleDecisions(deps: DecisionsDeps & { sampleInspections: SampleInspections }) {
  const { runOf, areaSessionsOf } = deps.sampleInspections;

  const scopeOf = async (owner: Actor, areaSessionId: string) =>
    deps.scopes.ofAreaSession(required(await deps.areas.load(owner, areaSessionId), 'an area'));

  async function confirmFindings(owner: Actor, runId: string): Promise<void> {
    for (const { id, abilities } of await areaSessionsOf(owner, runId)) {
      if (!abilities.work) continue;
      for (const finding of await deps.findings.list(owner, await scopeOf(owner, id))) {
        if (finding.status !== 'pending') continue;
        const target = required(await deps.findings.load(owner, finding.id), 'a finding');
        await deps.findings.change(owner, target, { status: 'confirmed' });
      }
    }
  }

  /** Passes every check except those that a photo contradicts, which stay open unless they are critical. */
  async function answerChecks(owner: Actor, runId: string): Promise<void> {
    for (const { id, area, abilities } of await areaSessionsOf(owner, runId)) {
      if (!abilities.work) continue;
      const scope = await scopeOf(owner, id);
      for (const item of await deps.checklists.list(scope)) {
        if (item.result !== null || (item.aiHint && !item.critical)) continue;
        const failed = area.code === failedCheck.area && item.sortOrder === failedCheck.sortOrder;
        const answer = failed ? { result: 'fail' as const, note: failedCheck.note } : { result: 'pass' as const };
        await deps.checklists.answer(owner, scope, item.id, answer);
      }
    }
  }

  async function completeAreas(owner: Actor, runId: string): Promise<void> {
    for (const { id, abilities } of await areaSessionsOf(owner, runId)) {
      if (abilities.complete)
        await deps.areas.complete(owner, required(await deps.areas.load(owner, id), 'an area'), {});
    }
  }

  async function approveAreas(admin: Actor, runId: string): Promise<void> {
    for (const { reviewStatus, inspectionId } of await areaSessionsOf(admin, runId)) {
      if (reviewStatus !== 'pending_review' || !inspectionId) continue;
      const target = required(await deps.inspections.load(admin, inspectionId), 'an inspection');
      await deps.inspections.changeStatus(admin, target, 'approved', null);
    }
  }

  /**
   * Finishes one inspection: the owner confirms the findings, all areas are approved, and the plan is sent to the
   * owner.
   */
  async function finish(actors: Actors): Promise<void> {
    const { admin } = actors;
    const { owner, runId } = await runOf(actors, 'approved');
    await confirmFindings(owner, runId);
    await answerChecks(owner, runId);
    await meetRequirements(deps, owner, await areaSessionsOf(owner, runId));
    await completeAreas(owner, runId);
    await approveAreas(admin, runId);
    const run = required(await deps.runs.load(owner, runId), 'a run');
    if (run.run.status === 'in_progress') await deps.runs.submit(owner, run, {});
    const generated = await deps.planGeneration.ofRun(owner, run);
    const plan = required(await deps.plans.load(admin, generated.id), 'a plan');
    for (const { id, abilities } of (await deps.plans.view(admin, plan)).items) {
      if (!abilities.decide) continue;
      await deps.planItems.change(admin, required(await deps.planItems.load(admin, id), 'an item'), {
        status: 'approved',
      });
    }
    if ((await deps.plans.view(admin, plan)).abilities.submit) await deps.planApproval.submit(admin, plan);
  }

  /**
   * Reviews the other property: one area is sent back with a note, the rest waits for review, with messages about it.
   */
  async function sendBack(actors: Actors): Promise<void> {
    const { admin } = actors;
    const { owner, runId } = await runOf(actors, 'under_review');
    const reviewed = (await areaSessionsOf(admin, runId)).some((view) => view.reviewNote !== null);
    if (reviewed) return;
    await answerChecks(owner, runId);
    await meetRequirements(deps, owner, await areaSessionsOf(owner, runId));
    await completeAreas(owner, runId);
    const exterior = (await areaSessionsOf(admin, runId)).find((view) => view.area.code === 'exterior');
    if (exterior?.reviewStatus !== 'pending_review' || !exterior.inspectionId) return;
    const target = required(await deps.inspections.load(admin, exterior.inspectionId), 'an inspection');
    // Send the messages first, because the note marks this step as done.
    await writeMessages(deps.messages, admin, owner, exterior.inspectionId);
    await deps.inspections.changeStatus(admin, target, 'requires_action', reviewNote);
  }

  return { finish, sendBack };
}
