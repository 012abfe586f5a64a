import type { FastifyInstance } from 'fastify';
import {
  completedSchema,
  completeInputSchema,
  multipartInputSchema,
  multipartSchema,
  signedPartSchema,
  signedPartsSchema,
  uploadBatchQuery,
  uploadKeyQuery,
  uploadParamsQuery,
  uploadParamsSchema,
  uploadPartsSchema,
} from '#contract/uploads.ts';
import { problemSchema } from '#contract/errors.ts';
import { z } from 'zod';
import type { Actor } from '#server/platform/http/actor.ts';
import { readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { storeCredentialsRefused, uploadNotFound } from './uploads.errors.ts';
import type { UploadsService } from './uploads.service.ts';

const tag = 'Uploads';
const multipart = '/api/s3/multipart';

interface Deps {
  uploads: UploadsService;
  /** The address by which the browser reaches this server. */
  originOf: (request: { protocol: string; host: string }) => string;
}

/**
 * The companion calls of the upload widget. They carry no CSRF token, because the widget cannot send the header; the
 * server checks their origin instead (server/platform/http/origin.ts).
 */
export function s3Routes(app: FastifyInstance, { uploads, originOf }: Deps): void {
  const access = readerOf(uploadNotFound, uploads.load, 'uploadId');
  const askerOf = ({ session }: Actor, request: Parameters<typeof originOf>[0]) => ({
    sessionId: session.id,
    origin: originOf(request),
  });
  route(app, 'GET', '/api/s3/params', {
    summary: 'A signed form for a file in one part',
    tag,
    access: signedIn,
    query: uploadParamsQuery,
    response: { 200: uploadParamsSchema },
    handle: ({ actor, query, request }) => uploads.params(actor, query, originOf(request)),
  });
  route(app, 'GET', '/api/s3/sts', {
    summary: 'Refused: credentials of the store are given to nobody, every upload is signed by itself',
    tag,
    access: signedIn,
    response: { 403: problemSchema },
    handle: () => {
      throw storeCredentialsRefused();
    },
  });
  route(app, 'POST', multipart, {
    summary: 'Begin an upload in parts',
    tag,
    access: signedIn,
    body: multipartInputSchema,
    response: { 200: multipartSchema },
    handle: ({ actor, body }) => uploads.create(actor, body),
  });
  route(app, 'GET', `${multipart}/:uploadId`, {
    summary: 'The parts that have arrived',
    tag,
    access,
    query: uploadKeyQuery,
    response: { 200: uploadPartsSchema },
    handle: ({ target, query }) => uploads.list(target, query.key),
  });
  route(app, 'GET', `${multipart}/:uploadId/batch`, {
    summary: 'Addresses that take several parts by PUT',
    tag,
    access,
    query: uploadBatchQuery,
    response: { 200: signedPartsSchema },
    handle: ({ actor, target, query, request }) =>
      uploads.signBatch(target, query.key, query.partNumbers, askerOf(actor, request)),
  });
  route(app, 'GET', `${multipart}/:uploadId/:partNumber`, {
    summary: 'An address that takes one part by PUT',
    tag,
    access,
    query: uploadKeyQuery,
    response: { 200: signedPartSchema },
    handle: ({ actor, target, query, params, request }) =>
      uploads.sign(target, query.key, params['partNumber'] ?? '', askerOf(actor, request)),
  });
  route(app, 'POST', `${multipart}/:uploadId/complete`, {
    summary: 'Make a file of the parts',
    tag,
    access,
    query: uploadKeyQuery,
    body: completeInputSchema,
    // Enough for ten thousand parts with their ETags.
    bodyLimit: 1024 * 1024,
    response: { 200: completedSchema },
    handle: ({ actor, target, query, body, request }) =>
      uploads.complete(actor, target, query.key, body.parts, originOf(request)),
  });
  route(app, 'DELETE', `${multipart}/:uploadId`, {
    summary: 'Drop an upload with its parts',
    tag,
    access,
    query: uploadKeyQuery,
    response: { 200: z.object({}) },
    handle: async ({ actor, target, query }) => {
      await uploads.drop(actor, target, query.key);
      return {};
    },
  });
}
