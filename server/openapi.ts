import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { docsPath } from '#server/app.ts';
import { anybody } from '#server/platform/http/route.ts';

/** The contract as OpenAPI 3.1 at /api/openapi.json, with a readable page at /api/docs. Registered before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Innspect', description: 'Hotel property inspection and compliance', version: '1.0.0' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'innspect_session' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/api/openapi.json', { config: { access: anybody }, schema: { hide: true } }, async () => app.swagger());
  await app.register(scalar, {
    routePrefix: docsPath,
    configuration: { url: '/api/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
  // The page configures itself by a script of its own in the page, which the product's policy forbids.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith(docsPath)) return;
    reply.header(
      'content-security-policy',
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
    );
  });
}
