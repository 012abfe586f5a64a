import type { FastifyInstance } from 'fastify';
import { pageQuery } from '#contract/common.ts';
import {
  activeRunSchema,
  activeRunsSchema,
  runSchema,
  runViewSchema,
  startRunSchema,
  submitRunSchema,
} from '#contract/runs.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { ownerOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import type { PropertiesService } from '#server/properties/properties.service.ts';
import { onlyOwnerInspects, runNotFound } from '../inspections.errors.ts';
import type { RunsService } from './runs.service.ts';

const tag = 'Runs';

interface Deps {
  runs: RunsService;
  properties: PropertiesService;
}

export function runRoutes(app: FastifyInstance, { runs, properties }: Deps): void {
  const property = readerOf(propertyNotFound, properties.load);
  const inspector = ownerOf(propertyNotFound, properties.load, {
    idOf: (target) => target.userId,
    refusal: onlyOwnerInspects,
  });
  const reader = readerOf(runNotFound, runs.load);
  route(app, 'GET', '/api/properties/:id/active-run', {
    summary: 'The run in progress of a property, or null',
    tag,
    access: property,
    response: { 200: activeRunSchema },
    handle: ({ actor, target }) => runs.active(actor, target),
  });
  route(app, 'POST', '/api/properties/:id/inspection-runs', {
    summary: 'Start a run; answers the existing one if a run is in progress',
    tag,
    access: inspector,
    body: startRunSchema,
    response: { 201: runSchema, 200: runSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, run } = await runs.start(actor, target, body?.caseId ?? null);
      reply.status(created ? 201 : 200);
      return run;
    },
  });
  route(app, 'GET', '/api/inspection-runs/active', {
    summary: 'The runs in progress',
    tag,
    access: signedIn,
    query: pageQuery,
    response: { 200: activeRunsSchema },
    handle: async ({ actor, query, request, reply }) => {
      const page = await runs.activeList(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'GET', '/api/inspection-runs/:id', {
    summary: 'A run with its ten areas and its property',
    tag,
    access: reader,
    response: { 200: runViewSchema },
    handle: ({ actor, target }) => runs.view(actor, target),
  });
  route(app, 'POST', '/api/inspection-runs/:id/submit', {
    summary: 'Close a run whose applicable areas are all completed',
    tag,
    access: reader,
    body: submitRunSchema,
    response: { 200: runSchema },
    handle: ({ actor, target, body }) => runs.submit(actor, target, body ?? {}),
  });
}
