import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describeRoute, finishDocument } from '#server/openapi.document.ts';
import { anybody } from '#server/platform/http/route.ts';
import { sessionCookie, visitorCookie } from '#server/platform/auth/cookies.ts';

const docsPath = '/api/docs';
/** This page needs an inline script, which the policy of all other pages forbids. */
const docsPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'";

/** The readable page, in an application of its own, because its large package is loaded only when somebody opens it. */
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
 * The contract as OpenAPI 3.1 at /api/openapi.json, with a readable page at /api/docs. Registered before the routes.
 */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Innspect', description: 'Hotel property inspection and compliance', version: '1.0.0' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
          visitor: { type: 'apiKey', in: 'cookie', name: visitorCookie, description: 'Set by GET /api/csrf-token' },
          csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token', description: 'From GET /api/csrf-token' },
        },
      },
    },
    transform: describeRoute,
    transformObject: finishDocument,
  });
  const hidden = { config: { access: anybody }, schema: { hide: true } };
  app.get('/api/openapi.json', hidden, async () => app.swagger());

  let docs: Promise<FastifyInstance> | undefined;
  const serveDocs = async (request: FastifyRequest, reply: FastifyReply) => {
    docs ??= createDocs();
    const { statusCode, headers, rawPayload } = await (await docs).inject({ method: 'GET', url: request.url });
    if (headers.location) reply.header('location', headers.location);
    return reply
      .status(statusCode)
      .type(String(headers['content-type'] ?? 'text/plain'))
      .header('content-security-policy', docsPolicy)
      .send(rawPayload);
  };
  app.get(docsPath, hidden, serveDocs);
  app.get(`${docsPath}/*`, hidden, serveDocs);
}
