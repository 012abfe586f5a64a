import type { FastifyInstance } from 'fastify';
import { checklistItemSchema, checklistPatchSchema, checklistSchema } from '#contract/checklists.ts';
import {
  areaRequirementSchema,
  areaRequirementsSchema,
  caseRequirementsSchema,
  requirementEvidenceSchema,
} from '#contract/requirements.ts';
import { caseNotFound } from '#server/cases/cases.errors.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import {
  areaNotFound,
  areaSessionNotFound,
  onlyOwnerDoesFieldWork,
  inspectionNotFound,
} from '#server/inspections/inspections.errors.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { ownerOf, readerOf, route } from '#server/platform/http/route.ts';
import type { ChecklistsService } from './checklists.service.ts';
import type { AreaRequirementsService } from './requirements.service.ts';

const tag = 'Checklists';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An id that no item has; it replaces an invalid id, so that both get a 404. */
const noItem = '00000000-0000-4000-8000-000000000000';
const itemIdOf = ({ itemId = '' }: Record<string, string>): string => (uuid.test(itemId) ? itemId : noItem);

/** -1, which no requirement has, replaces anything but a number. */
const positionOf = ({ position = '' }: Record<string, string>): number =>
  /^\d{1,4}$/.test(position) ? Number(position) : -1;

interface Deps {
  checklists: ChecklistsService;
  areaRequirements: AreaRequirementsService;
  cases: CasesService;
  areas: AreasService;
  inspections: InspectionsService;
  scopes: ScopesService;
}

export function checklistRoutes(
  app: FastifyInstance,
  { checklists, areaRequirements, cases, areas, inspections, scopes }: Deps,
): void {
  route(app, 'GET', '/api/inspection-areas/:id/checklist', {
    summary: 'What has to be looked at in an area, before anybody has',
    tag,
    access: readerOf(areaNotFound, (_actor, id) => checklists.loadArea(id)),
    response: { 200: checklistSchema },
    handle: ({ target }) => checklists.blank(target),
  });
  route(app, 'GET', '/api/area-sessions/:id/checklist', {
    summary: "The area's checklist with results and what the photos suggest",
    tag,
    access: readerOf(areaSessionNotFound, areas.load),
    response: { 200: checklistSchema },
    handle: ({ target }) => checklists.list(scopes.ofAreaSession(target)),
  });
  route(app, 'PATCH', '/api/area-sessions/:id/checklist/:itemId', {
    summary: 'Pass, fail or not applicable',
    tag,
    access: ownerOf(areaSessionNotFound, areas.load, {
      idOf: ({ property }) => property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    body: checklistPatchSchema,
    response: { 200: checklistItemSchema },
    handle: ({ actor, target, params, body }) =>
      checklists.answer(actor, scopes.ofAreaSession(target), itemIdOf(params), body),
  });
  route(app, 'GET', '/api/area-sessions/:id/requirements', {
    summary: "The requirements of the run's case that are inspected in the area, with what meets them",
    tag,
    access: readerOf(areaSessionNotFound, areas.load),
    response: { 200: areaRequirementsSchema },
    handle: ({ target }) => areaRequirements.list(target),
  });
  route(app, 'GET', '/api/inspection-cases/:id/requirements', {
    summary: 'The requirements of a case with what meets them, and those whose area is left out',
    tag,
    access: readerOf(caseNotFound, cases.load),
    response: { 200: caseRequirementsSchema },
    handle: ({ target }) => areaRequirements.ofCase(target),
  });
  route(app, 'PUT', '/api/area-sessions/:id/requirements/:position', {
    summary: 'Choose the photo or the check that meets a requirement, or take it away',
    tag,
    access: ownerOf(areaSessionNotFound, areas.load, {
      idOf: ({ property }) => property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    body: requirementEvidenceSchema,
    response: { 200: areaRequirementSchema },
    handle: ({ actor, target, params, body }) => areaRequirements.choose(actor, target, positionOf(params), body),
  });
  route(app, 'GET', '/api/inspections/:id/checklist', {
    summary: "The checklist of the inspection's area with results and what photos and live pictures suggest",
    tag,
    access: readerOf(inspectionNotFound, inspections.load),
    response: { 200: checklistSchema },
    handle: async ({ actor, target }) => checklists.list(await scopes.ofInspection(actor, target)),
  });
  route(app, 'PATCH', '/api/inspections/:id/checklist/:itemId', {
    summary: 'Pass, fail or not applicable',
    tag,
    access: ownerOf(inspectionNotFound, inspections.load, {
      idOf: ({ property }) => property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    body: checklistPatchSchema,
    response: { 200: checklistItemSchema },
    handle: async ({ actor, target, params, body }) =>
      checklists.answer(actor, await scopes.ofInspection(actor, target), itemIdOf(params), body),
  });
}
