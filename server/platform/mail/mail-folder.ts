import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { containsAddress } from '#server/platform/audit/person.rules.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

export interface OutboxEntry {
  /** The name of the file without its extension; sorts by time. */
  id: string;
  to: string;
  subject: string;
  sentAt: Date;
}

export interface MailFolder extends Mailer {
  /** The newest messages. */
  list(limit?: number): Promise<OutboxEntry[]>;
  /** Deletes every message to or about an address. */
  forget(address: string): Promise<void>;
  /** Deletes the messages older than a time; returns how many. */
  deleteBefore(time: Date): Promise<number>;
  /** The message as it would have been sent (RFC 5322), or null when there is none with that id. */
  read(id: string): Promise<string | null>;
}

const idPattern = /^\d{13}-[0-9a-f]{16}$/;

function header(source: string, name: string): string {
  const found = new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(source.split(/\r?\n\r?\n/)[0] ?? '');
  return (found?.[1] ?? '').replace(/\r?\n[ \t]+/g, ' ');
}

/** Decodes headers that are not plain ASCII, which are written as =?UTF-8?…?= in Base64 (B) or quoted-printable (Q). */
function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(?==\?)/g, '$1');
  return joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, coded: string) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(coded, 'base64').toString('utf8');
    const bytes = coded.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_match, hex: string) => {
      return String.fromCharCode(Number.parseInt(hex, 16));
    });
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}

/** The message with its parts decoded, whose encoding depends on their letters. */
const decodeParts = (source: string): string =>
  source
    .replaceAll(
      /(transfer-encoding: base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([\w+/=\r\n]+)/gi,
      (_, head: string, body: string) => head.concat(Buffer.from(body, 'base64').toString('utf8')),
    )
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function entryOf(folder: string, id: string): Promise<OutboxEntry> {
  const source = await readFile(join(folder, `${id}.eml`), 'utf8');
  return {
    id,
    to: decodeWords(header(source, 'To')),
    subject: decodeWords(header(source, 'Subject')),
    sentAt: new Date(Number(id.slice(0, 13))),
  };
}

/** Writes each message to an .eml file, for installations without a mail server. */
export function createMailFolder(options: { folder: string; from: string }): MailFolder {
  const { folder, from } = options;
  async function listIds(): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
    return ids.filter((id) => idPattern.test(id));
  }
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const source = await new MailComposer({ ...message, from }).compile().build();
      const id = `${String(Date.now()).padStart(13, '0')}-${randomBytes(8).toString('hex')}`;
      const draft = join(folder, `.${id}.part`);
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(source);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, `${id}.eml`));
    },
    async check() {
      // The folder is created with the first message.
      if (existsSync(folder)) await access(folder, constants.W_OK | constants.X_OK);
    },
    async list(limit = 100) {
      const newest = (await listIds()).toSorted().toReversed().slice(0, limit);
      return Promise.all(newest.map((id) => entryOf(folder, id)));
    },
    async forget(address) {
      for (const id of await listIds()) {
        const file = join(folder, `${id}.eml`);
        const source = await readFile(file, 'utf8');
        if (containsAddress(decodeParts(source), address)) await rm(file, { force: true });
      }
    },
    async deleteBefore(time) {
      // The file names start with the time.
      const old = (await listIds()).filter((id) => Number(id.slice(0, 13)) < time.getTime());
      for (const id of old) await rm(join(folder, `${id}.eml`), { force: true });
      return old.length;
    },
    async read(id) {
      if (!idPattern.test(id)) return null;
      return readFile(join(folder, `${id}.eml`), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
  };
}
