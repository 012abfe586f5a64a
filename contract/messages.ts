import { z } from 'zod';
import { id, pageQuery, requiredText, timestamp } from './common.ts';

const personSchema = z.object({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
});
export const messageSchema = z.object({
  id,
  fromUserId: id,
  toUserId: id,
  inspectionId: id.nullable(),
  content: z.string(),
  attachments: z.array(z.object({ name: z.string(), url: z.string() })).nullable(),
  isRead: z.boolean(),
  createdAt: timestamp,
  from: personSchema,
  to: personSchema,
  /** The subject of the attached inspection; null without one, and for users who may not read it. */
  inspection: z.object({ id, propertyName: z.string(), area: z.string(), areaSessionId: id.nullable() }).nullable(),
});
export type Message = z.infer<typeof messageSchema>;
export const messageListSchema = z.array(messageSchema);
/** A conversation with one user, shown by its latest message. */
export const conversationSchema = z.object({
  person: personSchema,
  last: messageSchema,
  /** The number of unread messages to the caller. */
  unread: z.number().int(),
});
export type Conversation = z.infer<typeof conversationSchema>;
export const conversationListSchema = z.array(conversationSchema);
export const messagesReadSchema = z.object({ ids: z.array(id).min(1, 'Name the messages').max(1000) });
export const messagesQuery = pageQuery.extend({ inspectionId: id.optional(), withUserId: id.optional() });
export const messageInputSchema = z.object({
  id: id.optional(),
  toUserId: z.uuid('Choose whom to write to'),
  inspectionId: id.nullish(),
  content: requiredText('Write a message first', 5000),
});
