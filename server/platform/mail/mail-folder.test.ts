import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailFolder, type MailFolder } from '#server/platform/mail/mail-folder.ts';
import { describeMailer } from './mail.suite.ts';

let folder: string;
let mailFolder: MailFolder;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox');
  mailFolder = createMailFolder({ folder, from: 'Innspect <no-reply@example.com>' });
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('an unused outbox is empty', async () => {
  expect(await mailFolder.list()).toEqual([]);
});

describe('as every mailer', () => {
  describeMailer(() => ({
    mailer: mailFolder,
    received: async () => {
      const entries = (await mailFolder.list()).toReversed();
      return Promise.all(entries.map(async ({ id }) => (await mailFolder.read(id)) ?? ''));
    },
  }));
});

test('the list shows recipient, subject and time, newest first, of completely written messages only', async () => {
  const began = Date.now();
  await mailFolder.send({ to: 'a@example.com', subject: 'Späte Prüfung', text: 'x', html: '<p>x</p>' });
  const [newest] = await mailFolder.list();
  expect(newest).toMatchObject({ to: 'a@example.com', subject: 'Späte Prüfung' });
  expect(newest?.sentAt.getTime()).toBeGreaterThanOrEqual(began);
  expect(readdirSync(folder).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  expect(await mailFolder.list(1)).toHaveLength(1);
});

test.each(['../secrets', '../../etc/passwd', 'a/b', ''])('reads nothing for the id %j', async (id) => {
  expect(await mailFolder.read(id)).toBeNull();
});

test('a check creates no folder, and fails when none can be created', async () => {
  const missing = join(folder, '..', 'missing');
  await createMailFolder({ folder: missing, from: 'no-reply@example.com' }).check();
  expect(existsSync(missing)).toBe(false);
  const file = join(folder, '..', 'file');
  writeFileSync(file, '');
  await expect(createMailFolder({ folder: file, from: 'no-reply@example.com' }).check()).rejects.toThrow('EACCES');
});

test('forgets the messages to or about an address, and none with a longer one', async () => {
  const send = (to: string, text: string) => mailFolder.send({ to, subject: 'Hello', text, html: `<p>${text}</p>` });
  for (const { to } of await mailFolder.list()) await mailFolder.forget(to);
  expect(await mailFolder.list()).toEqual([]);
  await send('Bob@x.example', 'Hi');
  await send('jim.bob@x.example', 'Hi');
  await send('ann@x.example', `${'é '.repeat(30)}ask bob@x.example.`);
  await send('kim@x.example', `${'plain words '.repeat(9)}é bob@x.example`);
  await send('eve@x.example', 'ask bob@x.example.org');
  await mailFolder.forget('bob@x.example');
  const left = (await mailFolder.list()).map(({ to }) => to);
  expect(left.toSorted()).toEqual(['eve@x.example', 'jim.bob@x.example']);
});
