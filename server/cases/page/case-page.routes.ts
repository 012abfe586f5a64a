import type { FastifyInstance } from 'fastify';
import { casePageSchema, dueDateChangeSchema, repeatInputSchema } from '#contract/case-page.ts';
import { adminOf, route } from '#server/platform/http/route.ts';
import type { CasePageService } from './case-page.service.ts';
import { caseNotFound } from '../cases.errors.ts';
import type { CasesService } from '../cases.service.ts';
import type { RepeatsService } from '../repeats/repeats.service.ts';

const tag = 'Cases';

export function casePageRoutes(
  app: FastifyInstance,
  deps: { cases: CasesService; casePage: CasePageService; repeats: RepeatsService },
): void {
  const { cases, casePage, repeats } = deps;
  const access = adminOf(caseNotFound, cases.load);
  route(app, 'GET', '/api/admin/inspection-cases/:id', {
    summary: 'A case with its owner and all that happened to it',
    tag,
    access,
    response: { 200: casePageSchema },
    handle: ({ actor, target }) => casePage.view(actor, target),
  });
  route(app, 'POST', '/api/admin/inspection-cases/:id/send-again', {
    summary: 'Send the e-mail of an open case again',
    tag,
    access,
    response: { 200: casePageSchema },
    handle: ({ actor, target }) => casePage.sendAgain(actor, target),
  });
  route(app, 'PUT', '/api/admin/inspection-cases/:id/due-date', {
    summary: 'Change the due date of an open case; the owner gets it by e-mail',
    tag,
    access,
    body: dueDateChangeSchema,
    response: { 200: casePageSchema },
    handle: ({ actor, target, body }) => casePage.changeDueDate(actor, target, body),
  });
  route(app, 'PUT', '/api/admin/inspection-cases/:id/repeat', {
    summary: 'Open the inspection of a case again every so many months',
    tag,
    access,
    body: repeatInputSchema,
    response: { 200: casePageSchema },
    handle: async ({ actor, target, body }) => {
      await repeats.set(actor, target, body);
      return casePage.view(actor, target);
    },
  });
  route(app, 'DELETE', '/api/admin/inspection-cases/:id/repeat', {
    summary: 'Open the inspection of a case no more',
    tag,
    access,
    response: { 200: casePageSchema },
    handle: async ({ actor, target }) => {
      await repeats.stop(actor, target);
      return casePage.view(actor, target);
    },
  });
}
