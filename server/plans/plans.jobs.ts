import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { findItem } from './items.repository.ts';
import { planMail, renderPlanMail, type PlanMail } from './plans.mails.ts';
import { findMailFacts } from './plans.repository.ts';

export function planJobs(deps: { db: Database; mailer: Mailer; origin: () => string }) {
  const { db, mailer } = deps;
  const sendMail: JobDefinition<PlanMail> = {
    ...planMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run({ planId, itemId, what }) {
      const facts = await findMailFacts(db, planId);
      const item = itemId ? await findItem(db, itemId) : null;
      // The owner may have left the property meanwhile.
      if (facts) await mailer.send(renderPlanMail(what, { ...facts, item }, deps.origin()));
    },
  };
  return [sendMail];
}
