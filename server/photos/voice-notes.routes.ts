import type { FastifyInstance } from 'fastify';
import { photoSchema } from '#contract/photos.ts';
import { voiceNoteLimits, voiceNoteQuery, voiceNoteTypes } from '#contract/voice-notes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import { photoNotFound } from './photos.errors.ts';
import type { PhotoContext, PhotosService } from './photos.service.ts';
import type { VoiceNotesService } from './voice-notes.service.ts';

interface Deps {
  photos: PhotosService;
  voiceNotes: VoiceNotesService;
}

/** Registered in its own context, because only this route accepts a sound as its body. */
export async function voiceNoteRoutes(app: FastifyInstance, { photos, voiceNotes }: Deps): Promise<void> {
  const tag = 'Photos';
  const access = readerOf(photoNotFound, photos.load);
  const current = async (actor: Actor, target: Authorized<PhotoContext>) =>
    photos.view(actor, (await photos.load(actor, target.photo.id)) ?? target);
  app.addContentTypeParser(/^audio\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  route(app, 'PUT', '/api/photos/:id/voice-note', {
    summary: 'Keep what was said about a photo, in place of what was said before; the body is the sound itself',
    tag,
    access,
    query: voiceNoteQuery,
    bodyLimit: voiceNoteLimits.bytes,
    consumes: [...voiceNoteTypes],
    response: { 200: photoSchema },
    async handle({ actor, target, query, request: { body } }) {
      await voiceNotes.save(actor, target, query, Buffer.isBuffer(body) ? body : null);
      return current(actor, target);
    },
  });
  route(app, 'DELETE', '/api/photos/:id/voice-note', {
    summary: 'Delete what was said about a photo',
    tag,
    access,
    response: { 200: photoSchema },
    async handle({ actor, target }) {
      await voiceNotes.remove(actor, target);
      return current(actor, target);
    },
  });
  route(app, 'GET', '/api/photos/:id/voice-note', {
    summary: 'What was said about a photo',
    tag,
    access,
    response: {},
    produces: [...voiceNoteTypes],
    async handle({ target, reply }) {
      const { contentType, stream } = await voiceNotes.open(target);
      return reply
        .type(contentType)
        .header('cache-control', 'private, max-age=3600')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(stream);
    },
  });
}
