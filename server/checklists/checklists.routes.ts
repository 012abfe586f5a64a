import type { FastifyInstance } from 'fastify';
import { checklistItemSchema, checklistPatchSchema, checklistSchema } from '#contract/checklists.ts';
import type { AreasService } from '#server/areas/areas.service.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { ChecklistsService } from './checklists.service.ts';

const tag = 'Checklists';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function checklistRoutes(
  app: FastifyInstance,
  { checklists, areas }: { checklists: ChecklistsService; areas: AreasService },
): void {
  const access = readerOf('Area session', areas.load);
  route(app, 'GET', '/api/area-sessions/:id/checklist', {
    summary: "The area's checklist with results and what the photos suggest",
    tag,
    access,
    response: { 200: checklistSchema },
    handle: ({ target }) => checklists.list(target),
  });
  route(app, 'PATCH', '/api/area-sessions/:id/checklist/:itemId', {
    summary: 'Pass, fail or not applicable',
    tag,
    access,
    body: checklistPatchSchema,
    response: { 200: checklistItemSchema },
    handle: ({ actor, target, params, body }) =>
      checklists.answer(actor, target, uuid.test(params.itemId ?? '') ? (params.itemId ?? '') : noItem, body),
  });
}

/** No item has it: an id that is none reads as one that is not there. */
const noItem = '00000000-0000-4000-8000-000000000000';
