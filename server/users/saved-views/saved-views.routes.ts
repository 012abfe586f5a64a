import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { savedViewInputSchema, savedViewNameSchema, savedViewSchema } from '#contract/saved-views.ts';
import { admin, readerOf, route } from '#server/platform/http/route.ts';
import type { SavedViewsService } from './saved-views.service.ts';
import { savedViewNotFound } from '../users.errors.ts';

const tag = 'Accounts';
const path = '/api/user/saved-views';

/** The saved views of the calling admin. */
export function savedViewRoutes(app: FastifyInstance, { savedViews }: { savedViews: SavedViewsService }): void {
  route(app, 'GET', path, {
    summary: 'Your saved views of lists, by name',
    tag,
    access: admin,
    response: { 200: z.array(savedViewSchema) },
    handle: ({ actor }) => savedViews.list(actor),
  });
  route(app, 'POST', path, {
    summary: 'Save filters, search and order of a list under a name',
    tag,
    access: admin,
    body: savedViewInputSchema,
    response: { 201: savedViewSchema },
    handle: ({ actor, body }) => savedViews.create(actor, body),
  });
  route(app, 'PATCH', `${path}/:id`, {
    summary: 'Rename one of your saved views',
    tag,
    access: readerOf(savedViewNotFound, savedViews.find),
    body: savedViewNameSchema,
    response: { 200: savedViewSchema },
    handle: ({ actor, target, body }) => savedViews.rename(actor, target, body.name),
  });
  route(app, 'DELETE', `${path}/:id`, {
    summary: 'Delete one of your saved views',
    tag,
    access: readerOf(savedViewNotFound, savedViews.find),
    response: { 204: null },
    handle: ({ actor, target }) => savedViews.remove(actor, target),
  });
}
