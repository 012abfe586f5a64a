import type { FastifyInstance } from 'fastify';
import { notificationListSchema, notificationReadSchema } from '#contract/notifications.ts';
import { route, signedIn } from '#server/platform/http/route.ts';
import type { NotificationsService } from './notifications.service.ts';

export function notificationRoutes(app: FastifyInstance, deps: { notifications: NotificationsService }): void {
  const { notifications } = deps;
  route(app, 'GET', '/api/notifications', {
    summary: 'The latest notifications and how many are unread',
    tag: 'Notifications',
    access: signedIn,
    response: { 200: notificationListSchema },
    handle: ({ actor }) => notifications.list(actor),
  });
  route(app, 'POST', '/api/notifications/read', {
    summary: 'Mark some or all notifications as read',
    tag: 'Notifications',
    access: signedIn,
    body: notificationReadSchema,
    response: { 204: null },
    handle: ({ actor, body }) => notifications.markRead(actor, body?.ids),
  });
}
