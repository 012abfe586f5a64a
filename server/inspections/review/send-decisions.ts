import { reviewOutcome, undoSeconds } from '#contract/inspections.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import {
  decisionMail,
  gatheringSeconds,
  renderDecisionMail,
  type DecisionFacts,
  type DecisionMail,
} from './decision.mails.ts';
import { getFigures } from '../figures/figures.repository.ts';
import type { Figures } from '../figures/figures.rules.ts';
import * as inspections from '../inspections.repository.ts';
import type { InspectionContext } from '../inspections.repository.ts';
import { areaLink, undoGraceSeconds } from '../inspections.rules.ts';

/**
 * Schedules the mail to a property's owner about decisions on its inspections for when they can no longer be undone.
 */
export const mailDecision = (change: Change, propertyId: string, decidedAt: Date): Promise<void> =>
  change.enqueue(
    decisionMail,
    { propertyId, since: decidedAt.toISOString() },
    { startAfter: gatheringSeconds, singletonKey: propertyId },
  );

const toDecision = (context: InspectionContext, figures: Figures): DecisionFacts => ({
  area: context.inspection.area,
  approved: context.inspection.status === 'approved',
  outcome: reviewOutcome({
    status: context.inspection.status,
    issuesDetected: figures.openFindings,
    complianceScore: figures.score,
    coverage: figures.coverage,
  }),
  note: context.inspection.reviewNote,
  path: areaLink(context),
});

/** Sends the mail. Decisions that can still be undone get another mail later. */
export async function sendDecisionMail(
  deps: { db: Database; changes: Pick<Changes, 'enqueue'>; mailer: Mailer; origin: string },
  { propertyId, since }: DecisionMail,
): Promise<void> {
  const { db, changes, mailer, origin } = deps;
  const owner = await inspections.findOwnerOf(db, propertyId);
  if (!owner || isErasedAddress(owner.email)) return;
  const standsSince = new Date(Date.now() - (undoSeconds + undoGraceSeconds) * 1000);
  const decided = (await inspections.listDecidedSince(db, propertyId, new Date(since))).map((context) => ({
    context,
    at: context.inspection.reviewedAt ?? standsSince,
  }));
  const young = decided.find(({ at }) => at > standsSince);
  const old = decided.filter(({ at }) => at <= standsSince);
  if (old.length > 0) {
    const { name } = old[0]?.context.property ?? { name: '' };
    const decisions: DecisionFacts[] = [];
    for (const { context } of old) {
      const { areaSessionId, id } = context.inspection;
      decisions.push(toDecision(context, await getFigures(db, areaSessionId ?? id)));
    }
    await mailer.send(renderDecisionMail({ ...owner, property: { id: propertyId, name }, decisions }, origin));
  }
  if (young)
    await changes.enqueue(
      decisionMail,
      { propertyId, since: young.at.toISOString() },
      { startAfter: gatheringSeconds, singletonKey: propertyId },
    );
}
