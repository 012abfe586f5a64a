import type { FastifyInstance } from 'fastify';
import { accountApiKeyListSchema, apiKeyInputSchema, apiKeyListSchema, newApiKeySchema } from '#contract/api-keys.ts';
import { pageQuery } from '#contract/common.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, adminOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { toApiKey } from './api-keys.rules.ts';
import type { ApiKeysService } from './api-keys.service.ts';
import { apiKeyNotFound } from '../users.errors.ts';

// This tag is not covered by any API key right: keys are never created or revoked by keys.
const tag = 'Accounts';
const path = '/api/user/api-keys';

/** The caller's API keys, and all keys for admins. */
export function apiKeyRoutes(app: FastifyInstance, { apiKeys }: { apiKeys: ApiKeysService }): void {
  route(app, 'GET', path, {
    summary: 'Your API keys, newest first, without their secrets',
    tag,
    access: signedIn,
    response: { 200: apiKeyListSchema },
    handle: async ({ actor }) => (await apiKeys.list(actor)).map(toApiKey),
  });
  route(app, 'POST', path, {
    summary: 'Make an API key; the answer alone has the key itself',
    tag,
    access: signedIn,
    body: apiKeyInputSchema,
    response: { 201: newApiKeySchema },
    handle: async ({ actor, body }) => {
      const { row, key } = await apiKeys.create(actor, body);
      return { ...toApiKey(row), key };
    },
  });
  route(app, 'DELETE', `${path}/:id`, {
    summary: 'Revoke one of your API keys; it stops working at once',
    tag,
    access: readerOf(apiKeyNotFound, apiKeys.find),
    response: { 204: null },
    handle: async ({ actor, target }) => apiKeys.revoke(actor, target),
  });
  route(app, 'GET', '/api/admin/api-keys', {
    summary: 'The API keys of all accounts, newest first',
    tag,
    access: admin,
    query: pageQuery,
    response: { 200: accountApiKeyListSchema },
    handle: async ({ query, request, reply }) => {
      const { rows, nextCursor } = await apiKeys.listAll(query);
      linkNext(request, reply, nextCursor);
      return rows;
    },
  });
  route(app, 'DELETE', '/api/admin/api-keys/:id', {
    summary: 'Revoke the API key of anybody; its owner is told by mail',
    tag,
    access: adminOf(apiKeyNotFound, apiKeys.findAny),
    response: { 204: null },
    handle: async ({ actor, target }) => apiKeys.revoke(actor, target),
  });
}
