import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { caseSchema, linkCaseSchema } from '#contract/cases.ts';
import {
  propertyInputSchema,
  propertyListItemSchema,
  propertyListQuery,
  propertyPatchSchema,
  propertySchema,
} from '#contract/properties.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { ownerOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import type { LinkingService } from './linking.service.ts';
import { propertyNotFound, propertyNotYours } from './properties.errors.ts';
import { toProperty } from './properties.rules.ts';
import type { PropertiesService } from './properties.service.ts';

const tag = 'Properties';

export function propertyRoutes(
  app: FastifyInstance,
  deps: { properties: PropertiesService; linking: LinkingService },
): void {
  const { properties, linking } = deps;
  const access = readerOf(propertyNotFound, properties.load);
  const owner = (verb: 'update' | 'delete') =>
    ownerOf(propertyNotFound, properties.load, {
      idOf: (property) => property.userId,
      refusal: () => propertyNotYours(verb),
    });
  route(app, 'GET', '/api/properties', {
    summary: "An owner's properties with their open cases; all for an admin",
    tag,
    access: signedIn,
    query: propertyListQuery,
    response: { 200: z.array(propertyListItemSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await properties.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'POST', '/api/properties', {
    summary: 'Add a property without a case',
    tag,
    access: signedIn,
    body: propertyInputSchema,
    response: { 201: propertySchema },
    handle: async ({ actor, body }) => toProperty(await properties.create(actor, body)),
  });
  route(app, 'GET', '/api/properties/:id', {
    summary: 'One property',
    tag,
    access,
    response: { 200: propertyListItemSchema },
    handle: ({ actor, target }) => properties.view(actor, target),
  });
  route(app, 'PUT', '/api/properties/:id', {
    summary: 'Change a property',
    tag,
    access: owner('update'),
    body: propertyPatchSchema,
    response: { 200: propertySchema },
    handle: async ({ actor, target, body }) => toProperty(await properties.update(actor, target, body)),
  });
  route(app, 'DELETE', '/api/properties/:id', {
    summary: "Remove a property from the owner's profile; its data stays",
    tag,
    access: owner('delete'),
    response: { 204: null },
    handle: ({ actor, target }) => properties.unlink(actor, target),
  });
  route(app, 'POST', '/api/inspection-cases/link', {
    summary: 'Link the property of a case to the signed-in owner',
    tag: 'Cases',
    access: signedIn,
    body: linkCaseSchema,
    response: { 200: z.object({ case: caseSchema, property: propertySchema }) },
    handle: ({ actor, body }) => linking.link(actor, body.caseNumber),
  });
}
