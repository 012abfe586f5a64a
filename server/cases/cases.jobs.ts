import { z } from 'zod';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { caseMail, renderCancelledMail, renderCreatedMail } from './cases.mails.ts';
import { findBrandName, findById } from './cases.repository.ts';
import type { CaseStatesService } from './case-states.service.ts';

export function caseJobs(deps: { db: Database; mailer: Mailer; caseStates: CaseStatesService; origin: () => string }) {
  const { db, mailer, caseStates } = deps;
  const sendMail: JobDefinition<z.infer<typeof caseMail.payload>> = {
    ...caseMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run({ caseId, what }) {
      const row = await findById(db, caseId);
      if (!row) return;
      if (what === 'cancelled') return mailer.send(renderCancelledMail(row));
      const hasAccount = (await caseStates.personOf(db, row)) !== null;
      const sender = (await findBrandName(db, row)) ?? 'The brand';
      await mailer.send(renderCreatedMail(row, sender, hasAccount, deps.origin()));
    },
  };
  const expire: JobDefinition<object> = {
    name: 'expire-cases',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '15 3 * * *',
    run: () => caseStates.expireOverdue(),
  };
  return [sendMail, expire];
}
