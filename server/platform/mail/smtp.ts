import { createTransport } from 'nodemailer';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const timeout = 20_000;

/** Sends through a mail server, as `smtp://` (with STARTTLS where offered) or `smtps://user:password@host:465`. */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: options.url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
    { from: options.from },
  );
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}
