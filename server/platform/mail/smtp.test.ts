import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mailer } from '#server/platform/mail/mailer.ts';
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

test('a message that the server refuses is an error, so that a job tries it again', async () => {
  const message = { to: 'a@example.com', subject: 'Again', text: 'x', html: '<p>x</p>' };
  server.refuseNext();
  await expect(mailer.send(message)).rejects.toThrow('Insufficient system storage');
  await mailer.send(message);
  expect(server.received.at(-1)).toContain('Subject: Again');
});
