import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  adminInspectionsQuery,
  adminInspectionsSchema,
  approveManySchema,
  approveSchema,
  decisionsSchema,
  flagSchema,
  inspectionInputSchema,
  inspectionListQuery,
  inspectionSchema,
  inspectionStatusChangeSchema,
  previousInspectionSchema,
  requestReinspectionSchema,
  undoDecisionsSchema,
} from '#contract/inspections.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, adminOf, ownerOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { inspectionNotFound, onlyOwnerDoesFieldWork } from './inspections.errors.ts';
import type { DecisionsService } from './review/decisions.service.ts';
import type { FlagsService } from './review/flags.service.ts';
import type { InspectionsService } from './inspections.service.ts';

const tag = 'Inspections';

interface ReviewDeps {
  inspections: InspectionsService;
  flags: FlagsService;
  decisions: DecisionsService;
}

export function inspectionRoutes(app: FastifyInstance, deps: ReviewDeps): void {
  const { inspections } = deps;
  const reader = readerOf(inspectionNotFound, inspections.load);
  route(app, 'GET', '/api/inspections', {
    summary: "An owner's inspections; all for an admin",
    tag,
    access: signedIn,
    query: inspectionListQuery,
    response: { 200: z.array(inspectionSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await inspections.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'POST', '/api/inspections', {
    summary: 'Start a live or photo inspection; the same sessionId again gives the same one',
    tag,
    access: signedIn,
    body: inspectionInputSchema,
    response: { 201: inspectionSchema, 200: inspectionSchema },
    handle: async ({ actor, body, reply }) => {
      const { created, inspection } = await inspections.create(actor, body);
      reply.status(created ? 201 : 200);
      return inspection;
    },
  });
  route(app, 'GET', '/api/inspections/:id', {
    summary: 'One inspection',
    tag,
    access: reader,
    response: { 200: inspectionSchema },
    handle: ({ actor, target }) => inspections.open(actor, target),
  });
  route(app, 'PUT', '/api/inspections/:id', {
    summary: 'Submit (owner), approve or ask for action (admin)',
    tag,
    access: reader,
    body: inspectionStatusChangeSchema,
    response: { 200: inspectionSchema },
    handle: ({ actor, target, body }) => inspections.changeStatus(actor, target, body.status, body.note ?? null),
  });
  route(app, 'POST', '/api/inspections/:id/recall', {
    summary: 'Take back the submission of a live or photo inspection that no reviewer has opened yet',
    tag,
    access: ownerOf(inspectionNotFound, inspections.load, {
      idOf: (target) => target.property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    response: { 200: inspectionSchema },
    handle: ({ actor, target }) => inspections.recall(actor, target),
  });
  reviewRoutes(app, deps);
}

/** The calls for reviewers. */
function reviewRoutes(app: FastifyInstance, { inspections, flags, decisions }: ReviewDeps): void {
  const reviewer = adminOf(inspectionNotFound, inspections.load);
  route(app, 'GET', '/api/admin/inspections', {
    summary: 'Inspections with search, filters and counts over what the search finds',
    tag,
    access: admin,
    query: adminInspectionsQuery,
    response: { 200: adminInspectionsSchema },
    handle: ({ actor, query }) => inspections.listForAdmin(actor, query),
  });
  route(app, 'GET', '/api/admin/inspections/:id/previous', {
    summary: 'The decided inspection of the same area before this one',
    tag,
    access: reviewer,
    response: { 200: previousInspectionSchema },
    handle: async ({ actor, target }) => ({ inspection: await inspections.previous(actor, target) }),
  });
  route(app, 'POST', '/api/admin/inspections/approve', {
    summary: 'Approve several inspections; one that is refused does not keep the others',
    tag,
    access: admin,
    body: approveManySchema,
    response: { 200: decisionsSchema },
    handle: ({ actor, body }) => decisions.approveMany(actor, body.ids),
  });
  route(app, 'POST', '/api/admin/inspections/undo', {
    summary: 'Take own decisions of the last seconds back',
    tag,
    access: admin,
    body: undoDecisionsSchema,
    response: { 200: decisionsSchema },
    handle: ({ actor, body }) => decisions.undo(actor, body.ids),
  });
  route(app, 'POST', '/api/admin/inspections/:id/approve', {
    summary: 'Approve an inspection that is pending review',
    tag,
    access: reviewer,
    body: approveSchema,
    response: { 200: inspectionSchema },
    handle: ({ actor, target, body }) => inspections.changeStatus(actor, target, 'approved', body?.note ?? null),
  });
  route(app, 'POST', '/api/admin/inspections/:id/request-reinspection', {
    summary: 'Send an inspection that is pending review back to its owner',
    tag,
    access: reviewer,
    body: requestReinspectionSchema,
    response: { 200: inspectionSchema },
    handle: ({ actor, target, body }) => inspections.changeStatus(actor, target, 'requires_action', body.note),
  });
  route(app, 'POST', '/api/admin/inspections/:id/flag', {
    summary: 'Flag an inspection for another reviewer; again changes the note',
    tag,
    access: reviewer,
    body: flagSchema,
    response: { 200: inspectionSchema },
    handle: ({ actor, target, body }) => flags.set(actor, target, body?.note ?? null),
  });
  route(app, 'DELETE', '/api/admin/inspections/:id/flag', {
    summary: 'Take the flag away',
    tag,
    access: reviewer,
    response: { 200: inspectionSchema },
    handle: ({ actor, target }) => flags.clear(actor, target),
  });
}
