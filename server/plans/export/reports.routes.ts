import type { FastifyInstance } from 'fastify';
import { inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { ReportsService } from './reports.service.ts';

/** The reports of inspections. */
export function reportRoutes(
  app: FastifyInstance,
  { inspections, reports }: { inspections: Pick<InspectionsService, 'load'>; reports: ReportsService },
): void {
  route(app, 'GET', '/api/inspections/:id/report', {
    summary: 'The inspection as a PDF',
    tag: 'Inspections',
    access: readerOf(inspectionNotFound, inspections.load),
    response: {},
    produces: ['application/pdf'],
    handle: async ({ actor, target, reply }) => {
      const file = await reports.ofInspection(actor, target);
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
      return file.content;
    },
  });
}
