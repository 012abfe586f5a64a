import { simpleParser, type ParsedMail } from 'mailparser';
import { expect, test } from 'vitest';
import type { Mailer } from '#server/platform/mail/mailer.ts';

export interface MailerUnderTest {
  mailer: Mailer;
  /** The sources of all received messages, oldest first. */
  received(): Promise<string[]>;
}

const message = {
  to: 'owner@example.com',
  subject: 'Prüfung für „Strandhotel“',
  text: 'Zeile eins\n.\nZeile drei – fertig\n',
  html: '<p>Zeile <b>eins</b> &amp; mehr</p>\n',
};

/** The tests that every mailer must pass; each adapter's test file calls it with its own factory. */
export function describeMailer(make: () => MailerUnderTest): void {
  const last = async (): Promise<ParsedMail> => simpleParser((await make().received()).at(-1) ?? '');

  test('a message arrives with its recipient, sender, subject, text and HTML [api.running.6]', async () => {
    await make().mailer.send(message);
    const parsed = await last();
    expect(parsed.subject).toBe(message.subject);
    expect(parsed.from?.text).toBe('"Innspect" <no-reply@example.com>');
    expect([parsed.to].flat().map((address) => address?.text)).toEqual([message.to]);
    expect(parsed.text).toBe(message.text);
    expect(parsed.html).toBe(message.html);
  });

  test('line breaks in an address or subject add no header', async () => {
    await make().mailer.send({ ...message, subject: 'One\r\nBcc: eve@example.com' });
    const parsed = await last();
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.subject).toContain('One');
  });

  test('a check finds out whether messages can be sent, without sending one', async () => {
    const before = (await make().received()).length;
    await make().mailer.check();
    expect(await make().received()).toHaveLength(before);
  });

  test('twenty messages at once all arrive', async () => {
    const before = (await make().received()).length;
    const subjects = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
    await Promise.all(subjects.map((subject) => make().mailer.send({ ...message, subject })));
    const sources = (await make().received()).slice(before);
    const parsed = await Promise.all(sources.map((source) => simpleParser(source)));
    expect(new Set(parsed.map(({ subject }) => subject))).toEqual(new Set(subjects));
  });
}
