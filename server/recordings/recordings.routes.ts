import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  recordingInputSchema,
  recordingListSchema,
  recordingSchema,
  recordingTypes,
  recordingVideoQuery,
} from '#contract/recordings.ts';
import { onlyOwnerDoesFieldWork, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { contentDisposition } from '#server/platform/http/download.ts';
import { ownerOf, readerOf, route } from '#server/platform/http/route.ts';
import { noSuchRange, recordingNotFound } from './recordings.errors.ts';
import { rangeOf } from './recordings.rules.ts';
import type { RecordingsService, VideoFile } from './recordings.service.ts';

const tag = 'Recordings';

/** Answers with the file or a range of it: 200, 206, 304 or 416 (RFC 9110), and HEAD without a body. */
async function sendVideo(request: FastifyRequest, reply: FastifyReply, file: VideoFile) {
  const { headers, method } = request;
  // With If-Range, a range of a changed file would not fit the bytes that the client already has.
  const current = headers['if-range'] === undefined || headers['if-range'] === file.etag;
  const range = current ? rangeOf(headers.range, file.size) : 'all';
  const isUnchanged = headers['if-none-match'] === file.etag;
  if (range === 'none' && !isUnchanged) throw noSuchRange(file.size);
  const part = typeof range === 'object' ? range : undefined;
  // Opened before any header is set, because a missing file answers with an error.
  const stream = isUnchanged || method === 'HEAD' ? Readable.from([]) : await file.read(part);
  reply
    .type(file.contentType)
    .header('accept-ranges', 'bytes')
    .header('etag', file.etag)
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', contentDisposition('inline', file.filename, file.contentType));
  if (isUnchanged) return reply.status(304).send();
  if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`);
  else reply.status(200);
  reply.header('content-length', part ? part.end - part.start + 1 : file.size);
  // An empty stream keeps the content-length header; an empty string would set it to 0.
  return reply.send(stream);
}

export function recordingRoutes(
  app: FastifyInstance,
  deps: { recordings: RecordingsService; inspections: InspectionsService },
): void {
  const { recordings, inspections } = deps;
  route(app, 'GET', '/api/inspections/:id/recordings', {
    summary: 'The recordings of an inspection in the order of its timeline',
    tag,
    access: readerOf(inspectionNotFound, inspections.load),
    response: { 200: recordingListSchema },
    handle: async ({ target }) => ({ recordings: await recordings.list(target) }),
  });
  route(app, 'POST', '/api/inspections/:id/recordings', {
    summary: 'Register a completed upload as a recording; the same id or upload again answers 200 with the same one',
    tag,
    access: ownerOf(inspectionNotFound, inspections.load, {
      idOf: ({ property }) => property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    body: recordingInputSchema,
    response: { 201: recordingSchema, 200: recordingSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, recording } = await recordings.register(actor, target, body);
      reply.status(created ? 201 : 200);
      return recording;
    },
  });
  route(app, 'GET', '/api/recordings/:id/video', {
    summary: 'The video of a recording, whole or by ranges',
    tag,
    access: readerOf(recordingNotFound, recordings.load),
    query: recordingVideoQuery,
    response: {},
    produces: recordingTypes,
    handle: async ({ target, query, request, reply }) => sendVideo(request, reply, recordings.open(target, query.copy)),
  });
}
