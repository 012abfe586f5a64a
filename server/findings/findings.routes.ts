import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  findingInputSchema,
  findingPatchSchema,
  findingSchema,
  otherFindingsSchema,
  separationSchema,
} from '#contract/findings.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import { areaSessionNotFound, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import { findingNotFound } from './findings.errors.ts';
import type { FindingsService } from './findings.service.ts';
import type { SameDefectsService } from './same-defects.service.ts';

const tag = 'Findings';

interface Deps {
  findings: FindingsService;
  sameDefects: SameDefectsService;
  areas: AreasService;
  inspections: InspectionsService;
  scopes: ScopesService;
}

export function findingRoutes(app: FastifyInstance, { findings, sameDefects, areas, inspections, scopes }: Deps): void {
  const area = readerOf(areaSessionNotFound, areas.load);
  const inspection = readerOf(inspectionNotFound, inspections.load);
  route(app, 'GET', '/api/area-sessions/:id/issues', {
    summary: 'Findings of an area session, most severe first',
    tag,
    access: area,
    response: { 200: z.array(findingSchema) },
    handle: ({ actor, target }) => findings.list(actor, scopes.ofAreaSession(target)),
  });
  route(app, 'POST', '/api/area-sessions/:id/issues', {
    summary: 'Add a finding by hand',
    tag,
    access: area,
    body: findingInputSchema,
    response: { 201: findingSchema, 200: findingSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, finding } = await findings.add(actor, scopes.ofAreaSession(target), body);
      reply.status(created ? 201 : 200);
      return finding;
    },
  });
  route(app, 'GET', '/api/inspections/:id/issues', {
    summary: 'Findings of an inspection, most severe first',
    tag,
    access: inspection,
    response: { 200: z.array(findingSchema) },
    handle: async ({ actor, target }) => findings.list(actor, await scopes.ofInspection(actor, target)),
  });
  route(app, 'POST', '/api/inspections/:id/issues', {
    summary: 'Add a finding by hand',
    tag,
    access: inspection,
    body: findingInputSchema,
    response: { 201: findingSchema, 200: findingSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, finding } = await findings.add(actor, await scopes.ofInspection(actor, target), body);
      reply.status(created ? 201 : 200);
      return finding;
    },
  });
  const finding = readerOf(findingNotFound, findings.load);
  route(app, 'POST', '/api/issues/:id/merge', {
    summary: 'Say that findings are the same defect; the worst counts and keeps the photos of all',
    tag,
    access: finding,
    body: otherFindingsSchema,
    response: { 200: findingSchema },
    handle: async ({ actor, target, body }) =>
      findings.viewById(actor, await sameDefects.merge(actor, target, body.ids), target.scope),
  });
  route(app, 'POST', '/api/issues/:id/separate', {
    summary: 'Take the merging of a finding back',
    tag,
    access: finding,
    body: separationSchema,
    response: { 200: findingSchema },
    handle: async ({ actor, target, body }) => {
      await sameDefects.separate(actor, target, body?.ids ?? []);
      return findings.viewById(actor, target.finding.id, target.scope);
    },
  });
  route(app, 'POST', '/api/issues/:id/tell-apart', {
    summary: 'Say that findings are different defects',
    tag,
    access: finding,
    body: otherFindingsSchema,
    response: { 200: findingSchema },
    handle: async ({ actor, target, body }) => {
      await sameDefects.markDifferent(actor, target, body.ids);
      return findings.viewById(actor, target.finding.id, target.scope);
    },
  });
  route(app, 'PATCH', '/api/issues/:id', {
    summary: 'Confirm, dismiss, resolve or correct a finding',
    tag,
    access: finding,
    body: findingPatchSchema,
    response: { 200: findingSchema },
    handle: ({ actor, target, body }) => findings.change(actor, target, body),
  });
}
