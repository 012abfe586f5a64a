import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { planOverheadsInputSchema } from '#contract/plan-overheads.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { overheadsOf, overheadsText } from './overheads.rules.ts';
import * as errors from './plans.errors.ts';
import * as repository from './plans.repository.ts';
import type { PlanContext } from './plans.repository.ts';
import { lockPlan, settlePlans } from './plan-steps.ts';
import { callerOf, mayEditLines } from './workflow.rules.ts';

type OverheadsInput = z.output<typeof planOverheadsInputSchema>;

export interface OverheadsService {
  /** Throws 403 for users who do not decide on the plan, 409 for a completed one or when they were changed since `from`. */
  change(actor: Actor, target: Authorized<PlanContext>, input: OverheadsInput): Promise<void>;
}

export const createOverheadsService = ({ changes }: { changes: Changes }): OverheadsService => ({
  async change(actor, target, { from, ...overheads }) {
    if (!mayEditLines(callerOf(actor, target))) throw errors.overheadsOfBrand();
    await changes.run(actor.id, async (change) => {
      const plan = await lockPlan(change, target.plan.id);
      if (plan.status === 'completed') throw errors.planCompletedForOverheads();
      if (from && !isDeepStrictEqual(from, overheadsOf(plan.settings))) throw errors.overheadsChangedMeanwhile();
      const settings = { ...plan.settings, ...overheads, entered: true };
      const updated = await repository.updatePlan(change.tx, plan.id, { settings });
      await settlePlans(change, [updated], target.property.userId);
      change.audit('pip.overheads_changed', 'pip_report', plan.id, {
        from: overheadsText(overheadsOf(plan.settings)),
        to: overheadsText(overheads),
      });
    });
  },
});
