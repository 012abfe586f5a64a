import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { t } from '#contract/language.ts';
import {
  conversationSchema,
  type messageInputSchema,
  messageListSchema,
  messageSchema,
  type Message,
} from '#contract/messages.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

/** The conversations of the signed-in person, latest message first. */
export const conversationsPages = linkedPages('/api/messages/conversations', conversationSchema);

/** The messages with one person in both directions, newest first. */
export const messagesPages = (withUserId: string) =>
  linkedPages('/api/messages', messageSchema, { withUserId, limit: 100 });

/** The newest message about an inspection, for links that name no person; an empty list if there is none. */
export const latestAboutQuery = (inspectionId: string) =>
  apiQuery(['/api/messages'], messageListSchema, { inspectionId, limit: 1 });

/** The other person in a message. */
export const otherOf = (message: Message, userId: string): Message['from'] =>
  message.fromUserId === userId ? message.to : message.from;

/** The id that the client sends prevents duplicates when an answer is lost. `onSent` also runs after unmount. */
export const useSendMessage = (onSent?: () => void) =>
  useMutation({
    mutationFn: (input: z.input<typeof messageInputSchema>) => api.post('/api/messages', input, messageSchema),
    onSuccess: () => {
      onSent?.();
      return invalidate('/api/messages');
    },
    onError: (error) => toastError(t('Message not sent'), error),
  });

/** Marks messages as read. Failures are not shown, because opening the conversation again retries. */
export const useMarkMessagesRead = () =>
  useMutation({
    mutationFn: (ids: string[]) => api.post('/api/messages/read', { ids }),
    onSuccess: () => invalidate('/api/messages'),
  });
