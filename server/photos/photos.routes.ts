import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  photoInputSchema,
  photoListSchema,
  photoPatchSchema,
  photoSchema,
  uploadAnswerSchema,
  uploadRequestSchema,
} from '#contract/photos.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import { areaSessionNotFound, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { contentDisposition } from '#server/platform/http/download.ts';
import { preferredWait } from '#server/platform/http/prefer.ts';
import { readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { photoNotFound } from './photos.errors.ts';
import type { PhotoFile, Variant } from './photo-files.ts';
import type { PhotosService } from './photos.service.ts';

const tag = 'Photos';

/** The longest time, in seconds, that a client may have a registration wait for the analysis. */
const maxWaitSeconds = 5;

interface Deps {
  photos: PhotosService;
  areas: AreasService;
  inspections: InspectionsService;
  scopes: ScopesService;
  /** The address by which the browser reaches this server. */
  originOf: (request: { protocol: string; host: string }) => string;
}

/** The headers prevent a stored file from running scripts, whatever it contains. */
function sendFile(reply: FastifyReply, file: PhotoFile, variant: Variant) {
  const disposition = variant === 'original' ? 'attachment' : 'inline';
  return reply
    .type(file.contentType)
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', contentDisposition(disposition, file.filename, file.contentType))
    .send(file.stream);
}

export function photoRoutes(app: FastifyInstance, deps: Deps): void {
  const { photos, areas, inspections, scopes } = deps;
  const access = readerOf(photoNotFound, photos.load);
  route(app, 'POST', '/api/objects/upload', {
    summary: 'An address to PUT a file to',
    tag,
    access: signedIn,
    body: uploadRequestSchema,
    response: { 200: uploadAnswerSchema },
    handle: async ({ actor, body, request }) => ({
      uploadURL: await photos.requestUpload(actor, body, deps.originOf(request)),
    }),
  });
  route(app, 'POST', '/api/photos', {
    summary: 'Register an uploaded file as a photo; the same file or id again answers 200 with the same photo',
    tag,
    access: signedIn,
    body: photoInputSchema,
    response: { 201: photoSchema, 200: photoSchema },
    handle: async ({ actor, body, request, reply }) => {
      const waitSeconds = preferredWait(request.headers.prefer, maxWaitSeconds);
      const { created, photo } = await photos.register(actor, body, waitSeconds);
      if (waitSeconds > 0) reply.header('preference-applied', `wait=${waitSeconds}`);
      reply.status(created ? 201 : 200);
      return photo;
    },
  });
  route(app, 'GET', '/api/photos/:id', {
    summary: 'One photo',
    tag,
    access,
    response: { 200: photoSchema },
    handle: ({ actor, target }) => photos.view(actor, target),
  });
  route(app, 'PATCH', '/api/photos/:id', {
    summary: 'Say where a photo was taken, with its findings, or change what is drawn over it',
    tag,
    access,
    body: photoPatchSchema,
    response: { 200: photoSchema },
    handle: ({ actor, target, body }) => photos.change(actor, target, body),
  });
  route(app, 'DELETE', '/api/photos/:id', {
    summary: 'Delete a photo, its files and its open AI findings, except those that the brand has confirmed',
    tag,
    access,
    response: { 204: null },
    handle: ({ actor, target }) => photos.remove(actor, target),
  });
  for (const [variant, summary, types] of [
    ['file', 'The preview of a photo, or a PDF itself', ['image/webp', 'application/pdf']],
    ['preview', 'The preview of a photo; of a PDF its first page', ['image/webp']],
    ['thumbnail', 'The thumbnail of a photo; of a PDF its first page', ['image/webp']],
    ['original', 'The original of a photo, as it was uploaded', ['image/*', 'application/pdf']],
  ] as const) {
    route(app, 'GET', `/api/photos/:id/${variant}`, {
      summary,
      tag,
      access,
      response: {},
      produces: types,
      handle: async ({ target, reply }) => sendFile(reply, await photos.open(target, variant), variant),
    });
  }
  route(app, 'GET', '/api/area-sessions/:id/photos', {
    summary: 'All photos of an area session',
    tag,
    access: readerOf(areaSessionNotFound, areas.load),
    response: { 200: photoListSchema },
    handle: async ({ actor, target }) => ({ photos: await photos.list(actor, scopes.ofAreaSession(target)) }),
  });
  route(app, 'GET', '/api/inspections/:id/photos', {
    summary: 'All photos of an inspection',
    tag,
    access: readerOf(inspectionNotFound, inspections.load),
    response: { 200: z.array(photoSchema) },
    handle: async ({ actor, target }) => photos.list(actor, await scopes.ofInspection(actor, target)),
  });
}
