import { createTransport } from 'nodemailer';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const timeout = 20_000;

/**
 * Sends through a mail server: `smtp://` (with STARTTLS if offered) or `smtps://user:password@host:465`. With
 * `requireTLS`, nothing is sent unencrypted, because mails contain links and signing in sends the password;
 * `?requireTLS=false` in the address overrides it.
 */
export function createSmtpMailer(options: { url: string; from: string; requireTLS?: boolean }): Mailer {
  const { url, requireTLS = false } = options;
  const transport = createTransport(
    { url, requireTLS, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
    { from: options.from },
  );
  return {
    async send(message) {
      await transport.sendMail(message);
    },
    async check() {
      await transport.verify();
    },
  };
}
