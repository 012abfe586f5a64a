import { z } from 'zod';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { decisionMail, type DecisionMail } from './review/decision.mails.ts';
import { sendDecisionMail } from './review/send-decisions.ts';
import type { FiguresService } from './figures/figures.service.ts';

export function inspectionJobs(deps: {
  db: Database;
  changes: Changes;
  mailer: Mailer;
  figures: FiguresService;
  origin: () => string;
}) {
  const { figures } = deps;
  const refreshFigures: JobDefinition<object> = {
    name: 'refresh-figures',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 3600,
    cron: '*/5 * * * *',
    async run(_payload, { stopping }) {
      await figures.mergeCounts();
      await figures.refreshOutdated(stopping);
    },
  };
  const mailDecisions: JobDefinition<DecisionMail> = {
    ...decisionMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    run: (mail) => sendDecisionMail({ ...deps, origin: deps.origin() }, mail),
  };
  return [refreshFigures, mailDecisions];
}
