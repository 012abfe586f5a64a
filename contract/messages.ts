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
});
export type Message = z.infer<typeof messageSchema>;
export const messageListSchema = z.array(messageSchema);
export const messagesQuery = pageQuery.extend({ inspectionId: id.optional(), withUserId: id.optional() });
export const messageInputSchema = z.object({
  id: id.optional(),
  toUserId: z.uuid('Choose whom to write to'),
  inspectionId: id.nullish(),
  content: requiredText('Write a message first', 5000),
});
