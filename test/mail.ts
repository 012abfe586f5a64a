import { simpleParser, type ParsedMail } from 'mailparser';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** The newest message to an address whose subject fits; waits until its job has written it. */
export async function mailTo(app: TestApp, address: string, subject: RegExp | string = ''): Promise<ParsedMail> {
  const entry = await vi.waitFor(
    async () => {
      const entries = await app.outbox.list(500);
      const found = entries.find((each) => each.to === address && each.subject.match(subject));
      if (!found) throw new Error(`No message to ${address}`);
      return found;
    },
    { timeout: 15_000, interval: 50 },
  );
  return simpleParser((await app.outbox.read(entry.id)) ?? '');
}

/** The query value of the link in a message. */
export function linkOf(mail: ParsedMail): URL {
  const [address] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!address) throw new Error(`No link in ${mail.text}`);
  return new URL(address);
}
