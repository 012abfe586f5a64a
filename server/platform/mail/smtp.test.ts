import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { openMailer } from '#server/platform/mail/open-mailer.ts';
import { createSmtpMailer } from '#server/platform/mail/smtp.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp-server.ts';
import { describeMailer } from './mail.suite.ts';

let server: TestSmtpServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await startSmtpServer();
  mailer = createSmtpMailer({ url: server.url, from: 'Innspect <no-reply@example.com>' });
});
afterAll(() => server.close());

describe('as every mailer', () => {
  describeMailer(() => ({ mailer, received: async () => server.received }));
});

test('a message that the server refuses is an error, so that a job retries it', async () => {
  const message = { to: 'a@example.com', subject: 'Again', text: 'x', html: '<p>x</p>' };
  server.refuseNext();
  await expect(mailer.send(message)).rejects.toThrow('Insufficient system storage');
  await mailer.send(message);
  expect(server.received.at(-1)).toContain('Subject: Again');
});

test('a check signs in, and fails when the password is wrong or no server answers', async () => {
  const checkOf = (url: string) => createSmtpMailer({ url, from: 'no-reply@example.com' }).check();
  await checkOf(server.urlOfAccount);
  await expect(checkOf(server.urlOfAccount.replace(':mail-password@', ':guessed@'))).rejects.toThrow('Invalid login');
  await expect(checkOf('smtp://127.0.0.1:9')).rejects.toThrow('ECONNREFUSED');
});

describe('a mail server that offers no encryption', () => {
  const message = { to: 'a@example.com', subject: 'Reset', text: 'a link', html: '<p>a link</p>' };
  /** Counts as the name of another machine; Linux connects it to this one. */
  const elsewhere = () => server.urlOfAccount.replace('127.0.0.1', '0.0.0.0');
  const open = async (mode: 'evaluation' | 'production', smtpUrl: string) =>
    (await openMailer({ mode, smtpUrl, mailFrom: 'no-reply@example.com', outboxDir: 'unused' })).mailer;

  test('gets neither password nor message in production, unless the address allows it', async () => {
    const before = server.received.length;
    const strict = await open('production', elsewhere());
    await expect(strict.check()).rejects.toThrow(/STARTTLS/);
    await expect(strict.send(message)).rejects.toThrow(/STARTTLS/);
    expect(server.received).toHaveLength(before);
    await (await open('production', `${elsewhere()}?requireTLS=false`)).send(message);
    expect(server.received).toHaveLength(before + 1);
  });

  test('is used on this machine, and in evaluation mode', async () => {
    await (await open('production', server.urlOfAccount)).check();
    await (await open('evaluation', elsewhere())).check();
  });
});
