import swagger from '@fastify/swagger';
import { hash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describeRoute, finishDocument } from '#server/openapi.document.ts';
import { anonymous } from '#server/platform/http/route.ts';
import { cookieName } from '#server/platform/auth/cookies.ts';

const docsPath = '/api/docs';
/** The hashes of a page's inline scripts, without which a policy does not let them run. */
function scriptHashes(page: string): string[] {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
}

/** This page contains a script, which the policy of all other pages forbids. */
const docsPolicy = (page: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes(page).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The readable page, in a separate application that is created when the page is first opened, because its package is
 * large.
 */
async function createDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const docs = Fastify();
  await docs.register(scalar, {
    routePrefix: docsPath,
    configuration: { url: '/api/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
  return docs;
}

/**
 * Serves the contract as OpenAPI 3.1 at /api/openapi.json, with a readable page at /api/docs. Must be registered before
 * the routes.
 */
export async function openApi(app: FastifyInstance, { secure }: { secure: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Innspect', description: 'Hotel property inspection and compliance', version: '1.0.0' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName('session', { secure }) },
          visitor: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName('visitor', { secure }),
            description: 'Set by GET /api/csrf-token',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key that a person makes in the settings. Each call names the right that the key must have. It needs no security token.',
          },
          csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token', description: 'From GET /api/csrf-token' },
        },
      },
    },
    transform: describeRoute,
    transformObject: finishDocument,
  });
  const hidden = { config: { access: anonymous }, schema: { hide: true } };
  app.get('/api/openapi.json', hidden, async () => app.swagger());

  let docs: Promise<FastifyInstance> | undefined;
  const serveDocs = async (request: FastifyRequest, reply: FastifyReply) => {
    docs ??= createDocs();
    const { statusCode, headers, rawPayload } = await (await docs).inject({ method: 'GET', url: request.url });
    if (headers.location) reply.header('location', headers.location);
    return reply
      .status(statusCode)
      .type(String(headers['content-type'] ?? 'text/plain'))
      .header('content-security-policy', docsPolicy(rawPayload.toString()))
      .send(rawPayload);
  };
  app.get(docsPath, hidden, serveDocs);
  app.get(`${docsPath}/*`, hidden, serveDocs);
}
