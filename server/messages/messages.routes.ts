import type { FastifyInstance } from 'fastify';
import { pageQuery } from '#contract/common.ts';
import {
  conversationListSchema,
  messageInputSchema,
  messageListSchema,
  messageSchema,
  messagesQuery,
  messagesReadSchema,
} from '#contract/messages.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { route, signedIn } from '#server/platform/http/route.ts';
import type { MessagesService } from './messages.service.ts';

const tag = 'Messages';

export function messageRoutes(app: FastifyInstance, deps: { messages: MessagesService }): void {
  const { messages } = deps;
  route(app, 'GET', '/api/messages', {
    summary: 'Messages of the caller, both directions, newest first',
    tag,
    access: signedIn,
    query: messagesQuery,
    response: { 200: messageListSchema },
    handle: async ({ actor, query, request, reply }) => {
      const page = await messages.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'POST', '/api/messages', {
    summary: 'Write to an owner or an admin',
    tag,
    access: signedIn,
    body: messageInputSchema,
    response: { 201: messageSchema, 200: messageSchema },
    handle: async ({ actor, body, reply }) => {
      const { created, message } = await messages.send(actor, body);
      reply.status(created ? 201 : 200);
      return message;
    },
  });
  route(app, 'GET', '/api/messages/conversations', {
    summary: 'The people that the caller writes with, latest message first',
    tag,
    access: signedIn,
    query: pageQuery,
    response: { 200: conversationListSchema },
    handle: async ({ actor, query, request, reply }) => {
      const page = await messages.conversations(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'POST', '/api/messages/read', {
    summary: 'Mark messages to the caller as read',
    tag,
    access: signedIn,
    body: messagesReadSchema,
    response: { 204: null },
    handle: ({ actor, body }) => messages.markRead(actor, body.ids),
  });
}
