import type { z } from 'zod';
import type { planShareInputSchema, PlanShare } from '#contract/plan-shares.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { PlanShareRow } from '#server/schema/shares.tables.ts';
import { lockPlan } from '../plan-steps.ts';
import type { PlanContext } from '../plans.repository.ts';
import type { PlansService } from '../plans.service.ts';
import * as errors from './shares.errors.ts';
import * as repository from './shares.repository.ts';
import { createShareReader, type ShareReader, type ShareReaderDeps } from './shares.reader.ts';
import { toPlanShare } from './shares.rules.ts';
import { listVersions } from '../versions/versions.repository.ts';
import { callerOf, maySubmit } from '../workflow.rules.ts';

/** The maximum number of open links per plan. */
export const maxShares = 20;
const day = 86_400_000;

export interface SharesService extends ShareReader {
  /** Loads a link for a caller who may read the plan; throws 403 when the caller may not send the plan. */
  load(actor: Actor, id: string): Promise<Authorized<{ share: PlanShareRow; context: PlanContext }> | null>;
  list(actor: Actor, target: Authorized<PlanContext>): Promise<PlanShare[]>;
  /**
   * Creates a link and returns its token, which cannot be read again. Throws 403, 400 for a version that was not sent,
   * 409 at the limit.
   */
  create(
    actor: Actor,
    target: Authorized<PlanContext>,
    input: z.output<typeof planShareInputSchema>,
  ): Promise<{ share: PlanShare; token: string }>;
  /** Ends a link at once; does nothing when it has ended. */
  revoke(actor: Actor, target: Authorized<{ share: PlanShareRow; context: PlanContext }>): Promise<void>;
}

export function createSharesService(
  deps: ShareReaderDeps & { changes: Changes; plans: Pick<PlansService, 'load'> },
): SharesService {
  const { changes, config, db } = deps;

  function requireSender(actor: Actor, context: PlanContext): void {
    if (!maySubmit(callerOf(actor, context))) throw errors.planSharedBySenders();
  }

  const viewOf = async (planId: string, id: string): Promise<PlanShare> =>
    toPlanShare(
      expectOne((await repository.listShares(db, config.mode, planId)).filter(({ share }) => share.id === id)),
      new Date(),
    );

  return {
    async load(actor, id) {
      const share = await repository.findShare(db, id);
      const context = share && (await deps.plans.load(actor, share.pipReportId));
      return share && context ? authorize({ share, context }) : null;
    },

    async list(actor, target) {
      requireSender(actor, target);
      const now = new Date();
      return (await repository.listShares(db, config.mode, target.plan.id)).map((share) => toPlanShare(share, now));
    },

    async create(actor, target, { label, version = null, prices, days }) {
      requireSender(actor, target);
      const token = randomToken();
      const created = await changes.run(actor.id, async (change) => {
        const plan = await lockPlan(change, target.plan.id);
        if (version !== null) {
          const sent = await listVersions(change.tx, [plan.id]);
          if (!sent.some(({ number }) => number === version)) throw errors.sharedVersionMissing();
        }
        if ((await repository.countOpenShares(change.tx, config.mode, plan.id)) >= maxShares)
          throw errors.tooManyShares(maxShares);
        const row = await repository.insertShare(change.tx, {
          pipReportId: plan.id,
          tokenHash: hashToken(token),
          label,
          version,
          prices,
          createdBy: actor.id,
          expiresAt: new Date(Date.now() + days * day),
        });
        change.audit('pip.shared', 'pip_report', plan.id, { share: row.id, label, version, prices, days });
        return row;
      });
      return { share: await viewOf(created.pipReportId, created.id), token };
    },

    async revoke(actor, { share, context }) {
      requireSender(actor, context);
      await changes.run(actor.id, async (change) => {
        if (!(await repository.updateToRevoked(change.tx, share.id))) return;
        change.audit('pip.share_revoked', 'pip_report', share.pipReportId, { share: share.id, label: share.label });
      });
    },

    ...createShareReader(deps),
  };
}
