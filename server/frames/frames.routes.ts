import type { FastifyInstance } from 'fastify';
import { frameAnswerSchema, frameLimits, frameQuery } from '#contract/frames.ts';
import { onlyOwnerDoesFieldWork, inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { ownerOf, route } from '#server/platform/http/route.ts';
import { notAJpeg } from './frames.errors.ts';
import type { FramesService } from './frames.service.ts';

/** `POST /api/inspections/:id/frames`, registered in its own context because its body is a JPEG. */
export async function frameRoutes(
  app: FastifyInstance,
  { frames, inspections }: { frames: FramesService; inspections: InspectionsService },
): Promise<void> {
  app.addContentTypeParser(frameLimits.contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  route(app, 'POST', '/api/inspections/:id/frames', {
    summary: 'Show the AI one picture of the running camera (a JPEG of at most 2 MB, `at` seconds into the recording)',
    tag: 'Live inspection',
    access: ownerOf(inspectionNotFound, inspections.load, {
      idOf: ({ property }) => property.userId,
      refusal: onlyOwnerDoesFieldWork,
    }),
    query: frameQuery,
    bodyLimit: frameLimits.bytes,
    consumes: [frameLimits.contentType],
    response: { 200: frameAnswerSchema },
    handle: ({ actor, target, query, request }) => frames.analyze(actor, target, jpegOf(request.body), query),
  });
}

function jpegOf(body: unknown): Buffer {
  const isJpeg = Buffer.isBuffer(body) && body[0] === 0xff && body[1] === 0xd8 && body[2] === 0xff;
  if (!isJpeg) throw notAJpeg();
  return body;
}
