import { createTransport } from 'nodemailer';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const timeout = 20_000;

/**
 * Sends through a mail server, as `smtp://` (with STARTTLS where offered) or `smtps://user:password@host:465`. With
 * `requireTLS` nothing is sent unencrypted, password and links included; `?requireTLS=false` in the address lifts it.
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
