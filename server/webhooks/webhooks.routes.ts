import type { FastifyInstance } from 'fastify';
import { pageQuery } from '#contract/common.ts';
import {
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookInputSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '#contract/webhooks.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, adminOf, route } from '#server/platform/http/route.ts';
import { deliveryNotFound, webhookNotFound } from './webhooks.errors.ts';
import { toDelivery } from './webhooks.rules.ts';
import type { WebhooksService } from './webhooks.service.ts';

// This tag is not covered by any API key right, because only signed-in admins may choose where events go.
const tag = 'Webhooks';
const path = '/api/admin/webhooks';

export function webhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhooksService }): void {
  const access = adminOf(webhookNotFound, webhooks.find);

  route(app, 'GET', path, {
    summary: 'All webhooks, oldest first, without their secrets',
    tag,
    access: admin,
    response: { 200: webhookListSchema },
    handle: async () => webhooks.list(),
  });
  route(app, 'POST', path, {
    summary: 'Add a webhook; the answer alone has its secret',
    tag,
    access: admin,
    body: webhookInputSchema,
    response: { 201: webhookWithSecretSchema },
    handle: async ({ actor, body }) => webhooks.add(actor, body),
  });
  route(app, 'PUT', `${path}/:id`, {
    summary: 'Change a webhook, or turn it on or off',
    tag,
    access,
    body: webhookInputSchema,
    response: { 200: webhookSchema },
    handle: async ({ actor, target, body }) => webhooks.change(actor, target, body),
  });
  route(app, 'POST', `${path}/:id/secret`, {
    summary: 'Renew the secret; for a day deliveries are signed with the earlier one as well',
    tag,
    access,
    response: { 200: webhookWithSecretSchema },
    handle: async ({ actor, target }) => webhooks.renewSecret(actor, target),
  });
  route(app, 'DELETE', `${path}/:id`, {
    summary: 'Delete a webhook with its deliveries',
    tag,
    access,
    response: { 204: null },
    handle: async ({ actor, target }) => webhooks.remove(actor, target),
  });
  route(app, 'GET', `${path}/:id/deliveries`, {
    summary: 'The deliveries of a webhook of the last 30 days, newest first',
    tag,
    access,
    query: pageQuery,
    response: { 200: webhookDeliveryListSchema },
    handle: async ({ target, query, request, reply }) => {
      const { rows, nextCursor } = await webhooks.listDeliveries(target, query);
      linkNext(request, reply, nextCursor);
      return rows.map(toDelivery);
    },
  });
  route(app, 'POST', '/api/admin/webhook-deliveries/:id/send-again', {
    summary: 'Send an event once more',
    tag,
    access: adminOf(deliveryNotFound, webhooks.findDelivery),
    response: { 202: webhookDeliverySchema },
    handle: async ({ actor, target }) => toDelivery(await webhooks.sendAgain(actor, target)),
  });
}
