import { z } from 'zod';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { findItem, listItems } from './items.repository.ts';
import { itemName, planMail, renderPlanMail, type PlanMail } from './plans.mails.ts';
import { renderReportedWorkMail, reportedWorkMail, type ReportedWorkMail } from './work/reported-work.mails.ts';
import { sendRequestMessageMail } from './requests/send-request-message.ts';
import { requestMessageMail, type RequestMessageMail } from './requests/request-message.mails.ts';
import { listRequests } from './requests/requests.repository.ts';
import type { RequestsService } from './requests/requests.service.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import { isInMail, renderWorkMail, workMail, type WorkMail } from './work/work.mails.ts';
import { saveOutdated } from './plan-summaries.repository.ts';
import { findMailFacts } from './plans.repository.ts';
import { findLatestNumber } from './versions/versions.repository.ts';

/** Summaries per transaction. */
const atOnce = 500;

export function planJobs(deps: {
  db: Database;
  mailer: Mailer;
  planRequests: Pick<RequestsService, 'expireWaivers'>;
  origin: () => string;
}) {
  const { db, mailer, planRequests } = deps;
  const sendMail: JobDefinition<PlanMail> = {
    ...planMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run({ planId, itemId, toUserId, what, requestId, ...about }) {
      const facts = await findMailFacts(db, planId, toUserId);
      const item = itemId ? await findItem(db, itemId) : null;
      const note = about.note ?? item?.note ?? null;
      const version = about.version ?? (await findLatestNumber(db, planId));
      const requests = itemId ? await listRequests(db, [itemId]) : [];
      const [latest = null] = requests.map(({ request }) => request);
      const request = requestId ? (requests.find((each) => each.request.id === requestId)?.request ?? null) : latest;
      // The request may have been answered or withdrawn meanwhile, or asked anew.
      if (what === 'request_asked' && request?.status !== 'open') return;
      if (what === 'request_withdrawn' && (request?.status !== 'withdrawn' || request !== latest)) return;
      // The property may have no owner any more.
      if (facts && !isErasedAddress(facts.email))
        await mailer.send(renderPlanMail(what, { ...facts, item, note, request, version }, deps.origin()));
    },
  };
  const sendMessages: JobDefinition<RequestMessageMail> = {
    ...requestMessageMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    run: (payload) => sendRequestMessageMail({ db, mailer, origin: deps.origin() }, payload),
  };
  const sendReported: JobDefinition<ReportedWorkMail> = {
    ...reportedWorkMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run({ planId, toUserId }) {
      const facts = await findMailFacts(db, planId, toUserId);
      // The work may be verified or returned meanwhile.
      const waiting = (await listItems(db, [planId])).filter(({ status }) => status === 'awaiting_verification');
      const titles = waiting.map((item) => itemName(item, null));
      if (facts && titles.length > 0 && !isErasedAddress(facts.email))
        await mailer.send(renderReportedWorkMail(facts, titles, deps.origin()));
    },
  };
  const sendWork: JobDefinition<WorkMail> = {
    ...workMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run(mail) {
      const facts = await findMailFacts(db, mail.planId, mail.toUserId);
      const titles = (await listItems(db, [mail.planId]))
        .filter((item) => isInMail(item, mail))
        .map((item) => itemName(item, facts?.language ?? null));
      const content = { what: mail.what, toOwner: mail.toUserId === undefined, titles };
      if (facts && titles.length > 0 && !isErasedAddress(facts.email))
        await mailer.send(renderWorkMail(facts, content, deps.origin()));
    },
  };
  const expireWaivers: JobDefinition<object> = {
    name: 'expire-waivers',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '25 3 * * *',
    run: () => planRequests.expireWaivers(),
  };
  const summarizePlans: JobDefinition<object> = {
    name: 'summarize-plans',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 3600,
    cron: '*/5 * * * *',
    async run(_payload, { stopping }) {
      while (!stopping.aborted) if ((await db.transaction((tx) => saveOutdated(tx, atOnce))) < atOnce) return;
    },
  };
  return [sendMail, sendMessages, sendReported, sendWork, expireWaivers, summarizePlans];
}
