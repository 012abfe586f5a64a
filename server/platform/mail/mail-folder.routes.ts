import type { FastifyInstance } from 'fastify';
import { sentMailListSchema, sentMailSchema } from '#contract/sent-mails.ts';
import { admin, route } from '#server/platform/http/route.ts';
import { mailNotFound } from './mail.errors.ts';
import type { MailFolder } from './mail-folder.ts';

const tag = 'Mail';

/** The outbox in the app, used when there is no mail server. With one, the list is empty and every message is a 404. */
export function mailFolderRoutes(app: FastifyInstance, { mailFolder }: { mailFolder: MailFolder | null }): void {
  route(app, 'GET', '/api/admin/outbox', {
    summary: 'Messages that were written instead of sent, newest first',
    tag,
    access: admin,
    response: { 200: sentMailListSchema },
    handle: async () => {
      const entries = mailFolder ? await mailFolder.list(100) : [];
      return entries.map((entry) => ({ ...entry, sentAt: entry.sentAt.toISOString() }));
    },
  });
  route(app, 'GET', '/api/admin/outbox/:messageId', {
    summary: 'One message as its reader would see it',
    tag,
    access: admin,
    response: { 200: sentMailSchema },
    handle: async ({ params }) => {
      const source = mailFolder ? await mailFolder.read(params.messageId ?? '') : null;
      if (source === null) throw mailNotFound();
      const { simpleParser } = await import('mailparser');
      const mail = await simpleParser(source);
      const to = Array.isArray(mail.to) ? mail.to.map((address) => address.text).join(', ') : (mail.to?.text ?? '');
      return {
        id: params.messageId ?? '',
        to,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html || '',
      };
    },
  });
}
