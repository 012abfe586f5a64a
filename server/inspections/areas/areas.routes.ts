import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  areaSchema,
  areaSessionPatchSchema,
  areaSessionSchema,
  completeAreaSchema,
  areaSessionsQuery,
  areaSessionTotalsSchema,
} from '#contract/areas.ts';
import { areaScoreSchema } from '#contract/scores.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { ownerOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import type { AreasService } from './areas.service.ts';
import { areaSessionNotFound, onlyOwnerDoesFieldWork } from '../inspections.errors.ts';

const tag = 'Areas';

export function areaRoutes(app: FastifyInstance, deps: { areas: AreasService }): void {
  const { areas } = deps;
  const access = readerOf(areaSessionNotFound, areas.load);
  const worker = ownerOf(areaSessionNotFound, areas.load, {
    idOf: (target) => target.property.userId,
    refusal: onlyOwnerDoesFieldWork,
  });
  route(app, 'GET', '/api/inspection-areas', {
    summary: 'The ten areas',
    tag,
    access: signedIn,
    response: { 200: z.array(areaSchema) },
    handle: () => areas.areas(),
  });
  route(app, 'GET', '/api/area-sessions', {
    summary: 'Area sessions, the latest activity first',
    tag,
    access: signedIn,
    query: areaSessionsQuery,
    response: { 200: z.array(areaSessionSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await areas.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'GET', '/api/area-sessions/totals', {
    summary: 'How many area sessions there are, and of which properties',
    tag,
    access: signedIn,
    response: { 200: areaSessionTotalsSchema },
    handle: ({ actor }) => areas.totals(actor),
  });
  route(app, 'GET', '/api/area-sessions/:id', {
    summary: 'One area session',
    tag,
    access,
    response: { 200: areaSessionSchema },
    handle: async ({ actor, target }) => expectOne(await areas.view(actor, [target])),
  });
  route(app, 'GET', '/api/area-sessions/:id/score', {
    summary: 'The arithmetic of the compliance score of an area',
    tag,
    access,
    response: { 200: areaScoreSchema },
    handle: async ({ target }) => ({ explanation: await areas.explainScore(target) }),
  });
  route(app, 'PATCH', '/api/area-sessions/:id', {
    summary: 'Permissions, progress, or that the area does not apply',
    tag,
    access: worker,
    body: areaSessionPatchSchema,
    response: { 200: areaSessionSchema },
    handle: ({ actor, target, body }) => areas.patch(actor, target, body),
  });
  route(app, 'POST', '/api/area-sessions/:id/complete', {
    summary: 'Complete an area; its inspection goes to review',
    tag,
    access: worker,
    body: completeAreaSchema,
    response: { 200: areaSessionSchema },
    handle: ({ actor, target, body }) => areas.complete(actor, target, body ?? {}),
  });
  route(app, 'POST', '/api/area-sessions/:id/recall', {
    summary: 'Take back the submission of an area that no reviewer has opened yet',
    tag,
    access: worker,
    response: { 200: areaSessionSchema },
    handle: ({ actor, target }) => areas.recall(actor, target),
  });
}
