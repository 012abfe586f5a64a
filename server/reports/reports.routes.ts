import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  adminPipReportsQuery,
  adminPipReportsSchema,
  areaPipSchema,
  costCatalogueInputSchema,
  costCatalogueSchema,
  exportQuery,
  inspectionPipSchema,
  maybePipSchema,
  pipItemPatchSchema,
  pipItemSchema,
  pipReportSchema,
  pipReportsQuery,
  pipTotalsSchema,
  runPipSchema,
} from '#contract/reports.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { exportTypes, type ExportsService } from './export/exports.service.ts';
import type { AreaSource, InspectionSource, RunSource } from './generation.service.ts';
import type { ReportsService } from './reports.service.ts';

const tag = 'Property improvement plans';

type Loader<T> = { load(actor: Actor, id: string): Promise<Authorized<T> | null> };

export interface ReportRoutesDeps {
  reports: ReportsService;
  exports: ExportsService;
  areaSessions: Loader<AreaSource>;
  runs: Loader<RunSource>;
  inspections: Loader<InspectionSource>;
}

export function reportRoutes(app: FastifyInstance, deps: ReportRoutesDeps): void {
  const { reports, exports, areaSessions, runs, inspections } = deps;
  const reader = readerOf('Report', reports.load);

  route(app, 'POST', '/api/inspection-runs/:id/generate-pip', {
    summary: 'Generate or update the property-wide plan of a run',
    tag,
    access: readerOf('Run', runs.load),
    response: { 200: runPipSchema },
    handle: async ({ actor, target }) => {
      const { pipReport } = await reports.viewGenerated(actor, await reports.generation.ofRun(actor, target));
      return { pipReport, items: pipReport.items };
    },
  });
  route(app, 'POST', '/api/area-sessions/:id/generate-pip', {
    summary: 'Generate or update the plan of one area',
    tag,
    access: readerOf('Area session', areaSessions.load),
    response: { 200: areaPipSchema },
    handle: async ({ actor, target }) => reports.viewGenerated(actor, await reports.generation.ofArea(actor, target)),
  });
  route(app, 'POST', '/api/inspections/:id/generate-pip', {
    summary: 'Generate or update the plan of an inspection',
    tag,
    access: readerOf('Inspection', inspections.load),
    response: { 200: inspectionPipSchema },
    handle: async ({ actor, target }) =>
      reports.viewGenerated(actor, await reports.generation.ofInspection(actor, target)),
  });
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
  route(app, 'GET', '/api/pip-reports/area-session/:id', {
    summary: 'The plan of an area session, if there is one',
    tag,
    access: readerOf('Area session', areaSessions.load),
    response: { 200: maybePipSchema },
    handle: async ({ actor, target }) => ({ pipReport: await reports.ofAreaSession(actor, target) }),
  });
  route(app, 'POST', '/api/pip-reports/:id/submit', {
    summary: 'Send a draft to the owner for approval',
    tag,
    access: reader,
    response: { 200: pipReportSchema },
    handle: ({ actor, target }) => reports.submit(actor, target),
  });
  route(app, 'POST', '/api/pip-reports/:id/accept', {
    summary: 'Accept the plan, as the owner',
    tag,
    access: reader,
    response: { 200: pipReportSchema },
    handle: ({ actor, target }) => reports.accept(actor, target),
  });
  route(app, 'GET', '/api/pip-reports/:id/export', {
    summary: 'The plan as a file: pdf, xlsx or csv',
    tag,
    access: reader,
    query: exportQuery,
    response: {},
    gives: exportTypes,
    handle: async ({ actor, target, query, reply }) => {
      const file = await exports.fileOf(await reports.view(actor, target), query.format);
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
      return file.content;
    },
  });
  route(app, 'PATCH', '/api/pip-items/:id', {
    summary: 'Approve, modify or reject an item as an admin; start and complete its work',
    tag,
    access: readerOf('Item', reports.items.load),
    body: pipItemPatchSchema,
    response: { 200: pipItemSchema },
    handle: async ({ actor, target, body }) => {
      await reports.items.change(actor, target, body);
      return reports.viewItem(actor, target.report.id, target.item.id);
    },
  });
  route(app, 'GET', '/api/admin/cost-catalogue', {
    summary: 'Unit costs and durations that plans are computed with',
    tag,
    access: admin,
    response: { 200: costCatalogueSchema },
    handle: () => reports.catalogue.read(),
  });
  route(app, 'PUT', '/api/admin/cost-catalogue', {
    summary: 'Replace the unit costs and durations',
    tag,
    access: admin,
    body: costCatalogueInputSchema,
    response: { 200: costCatalogueSchema },
    handle: ({ actor, body }) => reports.catalogue.replace(actor, body),
  });
}
