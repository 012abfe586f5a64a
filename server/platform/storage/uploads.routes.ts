import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { UploadRefused, type DiskStorage } from '#server/platform/storage/disk.ts';

/**
 * `PUT /uploads/*`: takes files at the addresses that the disk storage signed. Those carry their own right, so there is
 * no session and no CSRF token. Registered in a context of its own, because its bodies are raw streams.
 */
export async function uploadRoutes(app: FastifyInstance, options: { disk: DiskStorage }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.put<{ Params: { '*': string } }>(
    '/uploads/*',
    { logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      const length = request.headers['content-length'];
      try {
        const { etag } = await options.disk.receive({
          key: request.params['*'],
          query: new URLSearchParams(request.url.split('?')[1] ?? ''),
          contentType: request.headers['content-type'] ?? '',
          contentLength: length === undefined ? null : Number(length),
          body: request.raw,
        });
        return await reply.header('etag', etag).code(200).send();
      } catch (error) {
        // What is still on its way must be read, or the connection, which the client uses again, would stand still.
        request.raw.resume();
        if (!(error instanceof UploadRefused)) throw error;
        const { status, message: detail } = error;
        return reply
          .code(status)
          .type('application/problem+json')
          .send(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail }));
      }
    },
  );
}
