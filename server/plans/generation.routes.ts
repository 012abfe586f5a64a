import type { FastifyInstance } from 'fastify';
import { generatedAreaPlanSchema, inspectionPlanSchema, areaPlanSchema, runPlanSchema } from '#contract/plans.ts';
import { areaSessionNotFound, inspectionNotFound, runNotFound } from '#server/inspections/inspections.errors.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { AreaSource, GenerationService, InspectionSource, RunSource } from './generation.service.ts';
import type { PlansService } from './plans.service.ts';

const tag = 'Property improvement plans';

type Loader<T> = { load(actor: Actor, id: string): Promise<Authorized<T> | null> };

export interface GenerationRoutesDeps {
  plans: PlansService;
  planGeneration: GenerationService;
  areaSessions: Loader<AreaSource>;
  runs: Loader<RunSource>;
  inspections: Loader<InspectionSource>;
}

/** Generates the plans of areas, inspections and runs, or finds them again. */
export function generationRoutes(app: FastifyInstance, deps: GenerationRoutesDeps): void {
  const { plans, planGeneration, areaSessions, runs, inspections } = deps;
  route(app, 'POST', '/api/inspection-runs/:id/generate-pip', {
    summary: 'Generate or update the property-wide plan of a run',
    tag,
    access: readerOf(runNotFound, runs.load),
    response: { 200: runPlanSchema },
    handle: async ({ actor, target }) => {
      const { pipReport } = await plans.viewGenerated(actor, await planGeneration.ofRun(actor, target));
      return { pipReport, items: pipReport.items };
    },
  });
  route(app, 'POST', '/api/area-sessions/:id/generate-pip', {
    summary: 'Generate or update the plan of one area',
    tag,
    access: readerOf(areaSessionNotFound, areaSessions.load),
    response: { 200: generatedAreaPlanSchema },
    handle: async ({ actor, target }) => plans.viewGenerated(actor, await planGeneration.ofArea(actor, target)),
  });
  route(app, 'POST', '/api/inspections/:id/generate-pip', {
    summary: 'Generate or update the plan of an inspection',
    tag,
    access: readerOf(inspectionNotFound, inspections.load),
    response: { 200: inspectionPlanSchema },
    handle: async ({ actor, target }) => plans.viewGenerated(actor, await planGeneration.ofInspection(actor, target)),
  });
  route(app, 'GET', '/api/pip-reports/area-session/:id', {
    summary: 'The plan of an area session, if there is one',
    tag,
    access: readerOf(areaSessionNotFound, areaSessions.load),
    response: { 200: areaPlanSchema },
    handle: async ({ actor, target }) => ({ pipReport: await plans.ofAreaSession(actor, target) }),
  });
}
