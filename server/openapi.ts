import swagger from '@fastify/swagger';
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describeRoute, finishDocument } from '#server/openapi.document.ts';
import { anonymous } from '#server/platform/http/route.ts';
import { cookieName } from '#server/platform/auth/cookies.ts';

const docsPath = '/api/docs';
/** Stands in the page for the nonce of each answer. */
const noncePlace = 'nonce-of-this-answer';

/**
 * The page's package gives the nonce to only one of its style elements, and writes style attributes. This script, which
 * runs first, gives it to all that scripts create, and has attributes set as properties, which every policy allows.
 */
const stylesWithNonce = `
  const { nonce } = document.currentScript;
  const create = document.createElement;
  document.createElement = function (...names) {
    const element = create.apply(this, names);
    if (element.localName === 'style') element.nonce = nonce;
    return element;
  };
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this.style) this.style.cssText = value;
    else set.call(this, name, value);
  };
  const html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...html,
    set(text) {
      html.set.call(this, String(text).replaceAll(' style="', ' data-style="'));
      for (const element of (this.content ?? this).querySelectorAll('[data-style]'))
        element.style.cssText = element.dataset.style;
    },
  });
`;

/** This page contains scripts and adds style elements, which the policy of all other pages forbids. */
const docsPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const pageWith = (page: string, nonce: string): string =>
  page
    .replace('<head>', () => `<head><script nonce="${noncePlace}">{${stylesWithNonce}}</script>`)
    .replaceAll(noncePlace, nonce);

/**
 * The readable page, in a separate application that is created when the page is first opened, because its package is
 * large.
 */
async function createDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const docs = Fastify();
  await docs.register(scalar, {
    routePrefix: docsPath,
    configuration: {
      nonce: noncePlace,
      url: '/api/openapi.json',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      // Services of others, which the policy does not let the page reach.
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
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
    const type = String(headers['content-type'] ?? 'text/plain');
    const nonce = randomBytes(16).toString('base64');
    if (headers.location) reply.header('location', headers.location);
    return reply
      .status(statusCode)
      .type(type)
      .header('content-security-policy', docsPolicy(nonce))
      .send(type.startsWith('text/html') ? pageWith(rawPayload.toString(), nonce) : rawPayload);
  };
  app.get(docsPath, hidden, serveDocs);
  app.get(`${docsPath}/*`, hidden, serveDocs);
}
