import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toProblem } from '#server/platform/http/problem.ts';
import type { DiskStorage } from '#server/platform/storage/disk.ts';

/** Answers a refused upload with its problem document; rethrows other errors. */
async function answerRefusal(request: FastifyRequest, reply: FastifyReply, take: () => Promise<unknown>) {
  try {
    return await take();
  } catch (error) {
    // The rest of the body must be read, otherwise the connection, which the client reuses, would hang.
    request.raw.resume();
    if (!(error instanceof AppError)) throw error;
    const { status, code, message: detail, headers } = error;
    return reply
      .code(status)
      .headers(headers)
      .type('application/problem+json')
      .send(JSON.stringify(toProblem(status, detail, { code })));
  }
}

/**
 * `PUT /uploads/*` and `POST /uploads`: receive files, parts of files and forms at the addresses that the disk storage
 * signed. The signature is the permission, so there is no cookie and no CSRF token; it ends with the session that requested it.
 * Registered in its own context, because its bodies are raw streams.
 */
export async function uploadRoutes(
  app: FastifyInstance,
  options: { disk: DiskStorage; isAlive: (sessionId: string) => Promise<boolean> },
): Promise<void> {
  const { isAlive } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const settings = { logLevel: 'warn', schema: { hide: true } } as const;

  app.put<{ Params: { '*': string } }>('/uploads/*', settings, (request, reply) =>
    answerRefusal(request, reply, async () => {
      const length = request.headers['content-length'];
      const { etag } = await options.disk.receive({
        key: request.params['*'],
        query: new URLSearchParams(request.url.split('?')[1] ?? ''),
        contentType: request.headers['content-type'] ?? '',
        contentLength: length === undefined ? null : Number(length),
        body: request.raw,
        isAlive,
      });
      return reply.header('etag', etag).code(200).send();
    }),
  );

  app.post('/uploads', settings, (request, reply) =>
    answerRefusal(request, reply, async () => {
      const contentType = request.headers['content-type'] ?? '';
      const { key, etag } = await options.disk.receiveForm({ contentType, body: request.raw, isAlive });
      // Fields after the file are ignored.
      request.raw.resume();
      return reply.header('etag', etag).header('location', `/uploads/${key}`).code(201).send();
    }),
  );
}
