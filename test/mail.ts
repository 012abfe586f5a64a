import { simpleParser, type ParsedMail } from 'mailparser';
import type { MailFolder } from '#server/platform/mail/mail-folder.ts';
import { until } from './until.ts';

/** The newest message to an address whose subject matches; waits until its job has written it. */
export async function mailTo(
  { mailFolder }: { mailFolder: Pick<MailFolder, 'list' | 'read'> },
  address: string,
  subject: RegExp | string = '',
): Promise<ParsedMail> {
  const { id } = await until(async () => {
    const entries = await mailFolder.list(500);
    return entries.find((entry) => entry.to === address && entry.subject.match(subject));
  }, `No message to ${address}`);
  return simpleParser((await mailFolder.read(id)) ?? '');
}

/** The first link in a message. */
export function linkOf(mail: ParsedMail): URL {
  const [address] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!address) throw new Error(`No link in ${mail.text}`);
  return new URL(address);
}
