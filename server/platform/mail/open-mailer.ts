import { isThisMachine } from '#server/platform/http/allowed-hosts.ts';
import { createMailFolder, type MailFolder } from '#server/platform/mail/mail-folder.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

export interface OpenMailer {
  mailer: Mailer;
  /** Set when there is no mail server, so that e-mails are written to a folder of this machine. */
  mailFolder: MailFolder | null;
}

/** Opens the configured mailer. */
export async function openMailer(settings: {
  mode: 'evaluation' | 'production';
  smtpUrl: string | null;
  mailFrom: string;
  outboxDir: string;
}): Promise<OpenMailer> {
  const { smtpUrl: url, mailFrom: from, outboxDir: folder } = settings;
  if (url) {
    const { createSmtpMailer } = await import('#server/platform/mail/smtp.ts');
    const requireTLS = settings.mode === 'production' && !isThisMachine(new URL(url).hostname);
    return { mailer: createSmtpMailer({ url, from, requireTLS }), mailFolder: null };
  }
  const mailFolder = createMailFolder({ folder, from });
  return { mailer: mailFolder, mailFolder };
}
