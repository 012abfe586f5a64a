import type { FastifyInstance } from 'fastify';
import { pushSettingsSchema, pushSubscriptionInputSchema } from '#contract/push.ts';
import { route, signedIn } from '#server/platform/http/route.ts';
import type { PushService } from './push.service.ts';

// This tag is not covered by any API key right: a device is subscribed by its user, never by a key.
const tag = 'Accounts';
const path = '/api/user/push';

/** Subscribes the calling session's device to push notifications. */
export function pushRoutes(app: FastifyInstance, { push }: { push: PushService }): void {
  route(app, 'GET', path, {
    summary: 'Whether this device is told while Innspect is closed, and the key to subscribe it with',
    tag,
    access: signedIn,
    response: { 200: pushSettingsSchema },
    handle: ({ actor }) => push.settings(actor),
  });
  route(app, 'PUT', path, {
    summary: 'Tell this device while Innspect is closed: the subscription of its browser, and what about',
    tag,
    access: signedIn,
    body: pushSubscriptionInputSchema,
    response: { 200: pushSettingsSchema },
    handle: ({ actor, body }) => push.subscribe(actor, body),
  });
  route(app, 'DELETE', path, {
    summary: 'Tell this device nothing any more while Innspect is closed',
    tag,
    access: signedIn,
    response: { 204: null },
    handle: ({ actor }) => push.unsubscribe(actor),
  });
  route(app, 'POST', `${path}/test`, {
    summary: 'Send a test notification to this device',
    tag,
    access: signedIn,
    response: { 204: null },
    handle: ({ actor }) => push.sendTest(actor),
  });
}
