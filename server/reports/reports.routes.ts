import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  adminPipReportsQuery,
  adminPipReportsSchema,
  exportQuery,
  pipItemPatchSchema,
  pipItemSchema,
  pipReportSchema,
  pipReportsQuery,
  pipTotalsSchema,
} from '#contract/reports.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import type { ApprovalService } from './approval.service.ts';
import type { ExportsService } from './export/exports.service.ts';
import { exportTypes } from './export/media-types.ts';
import type { ItemsService } from './items.service.ts';
import { itemNotFound, reportNotFound } from './reports.errors.ts';
import type { ReportsService } from './reports.service.ts';

const tag = 'Property improvement plans';

interface Deps {
  reports: ReportsService;
  planApproval: ApprovalService;
  planItems: ItemsService;
  exports: ExportsService;
}

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { reports, planApproval, planItems, exports } = deps;
  const reader = readerOf(reportNotFound, reports.load);

  route(app, 'GET', '/api/pip-reports', {
    summary: 'Plans, newest first',
    tag,
    access: signedIn,
    query: pipReportsQuery,
    response: { 200: z.array(pipReportSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await reports.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'GET', '/api/pip-reports/totals', {
    summary: 'Figures over all plans that the caller may see',
    tag,
    access: signedIn,
    response: { 200: pipTotalsSchema },
    handle: ({ actor }) => reports.totals(actor),
  });
  route(app, 'GET', '/api/admin/pip-reports', {
    summary: 'Plans with search, filter and counts over what the search finds',
    tag,
    access: admin,
    query: adminPipReportsQuery,
    response: { 200: adminPipReportsSchema },
    handle: ({ actor, query }) => reports.listForAdmin(actor, query),
  });
  route(app, 'GET', '/api/pip-reports/:id', {
    summary: 'One plan with its items',
    tag,
    access: reader,
    response: { 200: pipReportSchema },
    handle: ({ actor, target }) => reports.view(actor, target),
  });
  route(app, 'POST', '/api/pip-reports/:id/submit', {
    summary: 'Send a draft to the owner for approval',
    tag,
    access: reader,
    response: { 200: pipReportSchema },
    handle: async ({ actor, target }) => {
      await planApproval.submit(actor, target);
      return reports.viewById(actor, target.report.id);
    },
  });
  route(app, 'POST', '/api/pip-reports/:id/accept', {
    summary: 'Accept the plan, as the owner',
    tag,
    access: reader,
    response: { 200: pipReportSchema },
    handle: async ({ actor, target }) => {
      await planApproval.accept(actor, target);
      return reports.viewById(actor, target.report.id);
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
      const file = await exports.fileOf(await reports.view(actor, target), query.format);
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
      return file.content;
    },
  });
  route(app, 'PATCH', '/api/pip-items/:id', {
    summary: 'Approve, modify or reject an item as an admin; start and complete its work',
    tag,
    access: readerOf(itemNotFound, planItems.load),
    body: pipItemPatchSchema,
    response: { 200: pipItemSchema },
    handle: async ({ actor, target, body }) => {
      await planItems.change(actor, target, body);
      return reports.viewItem(actor, target.report.id, target.item.id);
    },
  });
}
