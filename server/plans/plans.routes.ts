import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  acceptanceSchema,
  adminPlansQuery,
  adminPlansSchema,
  exportQuery,
  planItemPatchSchema,
  planItemSchema,
  planSchema,
  plansQuery,
  planTotalsSchema,
} from '#contract/plans.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import type { ApprovalService } from './versions/approval.service.ts';
import type { ExportsService } from './export/exports.service.ts';
import { exportTypes } from './export/media-types.ts';
import type { ItemsService } from './items.service.ts';
import { itemNotFound, planNotFound } from './plans.errors.ts';
import type { PlansService } from './plans.service.ts';

const tag = 'Property improvement plans';

interface Deps {
  plans: PlansService;
  planApproval: ApprovalService;
  planItems: ItemsService;
  exports: ExportsService;
}

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  const { plans, planApproval, planItems, exports } = deps;
  const reader = readerOf(planNotFound, plans.load);

  route(app, 'GET', '/api/pip-reports', {
    summary: 'Plans, newest first',
    tag,
    access: signedIn,
    query: plansQuery,
    response: { 200: z.array(planSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await plans.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'GET', '/api/pip-reports/totals', {
    summary: 'Figures over all plans that the caller may see',
    tag,
    access: signedIn,
    response: { 200: planTotalsSchema },
    handle: ({ actor }) => plans.totals(actor),
  });
  route(app, 'GET', '/api/admin/pip-reports', {
    summary: 'Plans with search, filter and counts over what the search finds',
    tag,
    access: admin,
    query: adminPlansQuery,
    response: { 200: adminPlansSchema },
    handle: ({ actor, query }) => plans.listForAdmin(actor, query),
  });
  route(app, 'GET', '/api/pip-reports/:id', {
    summary: 'One plan with its items',
    tag,
    access: reader,
    response: { 200: planSchema },
    handle: ({ actor, target }) => plans.view(actor, target),
  });
  route(app, 'POST', '/api/pip-reports/:id/submit', {
    summary: 'Send a draft, or what has changed since the last version, to the owner for approval',
    tag,
    access: reader,
    response: { 200: planSchema },
    handle: async ({ actor, target }) => {
      await planApproval.submit(actor, target);
      return plans.viewById(actor, target.plan.id);
    },
  });
  route(app, 'POST', '/api/pip-reports/:id/accept', {
    summary: 'Accept the plan, as the owner',
    tag,
    access: reader,
    body: acceptanceSchema,
    response: { 200: planSchema },
    handle: async ({ actor, target, body }) => {
      await planApproval.accept(actor, target, body?.version);
      return plans.viewById(actor, target.plan.id);
    },
  });
  route(app, 'GET', '/api/pip-reports/:id/export', {
    summary: 'The plan as a file: pdf, xlsx or csv',
    tag,
    access: reader,
    query: exportQuery,
    response: {},
    produces: exportTypes,
    handle: async ({ actor, target, query, reply }) => {
      const file = await exports.fileOf(await plans.view(actor, target), query.format, actor.id);
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
      return file.content;
    },
  });
  route(app, 'PATCH', '/api/pip-items/:id', {
    summary: 'Approve, modify or reject an item as an admin; start and complete its work',
    tag,
    access: readerOf(itemNotFound, planItems.load),
    body: planItemPatchSchema,
    response: { 200: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planItems.change(actor, target, body);
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
}
