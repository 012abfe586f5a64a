import type { FastifyInstance } from 'fastify';
import { areaPipSchema, inspectionPipSchema, maybePipSchema, runPipSchema } from '#contract/reports.ts';
import { areaSessionNotFound, inspectionNotFound, runNotFound } from '#server/inspections/inspections.errors.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { AreaSource, GenerationService, InspectionSource, RunSource } from './generation.service.ts';
import type { ReportsService } from './reports.service.ts';

const tag = 'Property improvement plans';

type Loader<T> = { load(actor: Actor, id: string): Promise<Authorized<T> | null> };

export interface GenerationRoutesDeps {
  reports: ReportsService;
  planGeneration: GenerationService;
  areaSessions: Loader<AreaSource>;
  runs: Loader<RunSource>;
  inspections: Loader<InspectionSource>;
}

/** The plans of what was inspected: generated, or found again. */
export function generationRoutes(app: FastifyInstance, deps: GenerationRoutesDeps): void {
  const { reports, planGeneration, areaSessions, runs, inspections } = deps;
  route(app, 'POST', '/api/inspection-runs/:id/generate-pip', {
    summary: 'Generate or update the property-wide plan of a run',
    tag,
    access: readerOf(runNotFound, runs.load),
    response: { 200: runPipSchema },
    handle: async ({ actor, target }) => {
      const { pipReport } = await reports.viewGenerated(actor, await planGeneration.ofRun(actor, target));
      return { pipReport, items: pipReport.items };
    },
  });
  route(app, 'POST', '/api/area-sessions/:id/generate-pip', {
    summary: 'Generate or update the plan of one area',
    tag,
    access: readerOf(areaSessionNotFound, areaSessions.load),
    response: { 200: areaPipSchema },
    handle: async ({ actor, target }) => reports.viewGenerated(actor, await planGeneration.ofArea(actor, target)),
  });
  route(app, 'POST', '/api/inspections/:id/generate-pip', {
    summary: 'Generate or update the plan of an inspection',
    tag,
    access: readerOf(inspectionNotFound, inspections.load),
    response: { 200: inspectionPipSchema },
    handle: async ({ actor, target }) => reports.viewGenerated(actor, await planGeneration.ofInspection(actor, target)),
  });
  route(app, 'GET', '/api/pip-reports/area-session/:id', {
    summary: 'The plan of an area session, if there is one',
    tag,
    access: readerOf(areaSessionNotFound, areaSessions.load),
    response: { 200: maybePipSchema },
    handle: async ({ actor, target }) => ({ pipReport: await reports.ofAreaSession(actor, target) }),
  });
}
