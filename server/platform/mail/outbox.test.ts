import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbox, type Outbox } from '#server/platform/mail/outbox.ts';
import { describeMailer } from './mail.suite.ts';

let folder: string;
let outbox: Outbox;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox');
  outbox = createOutbox({ folder, from: 'Innspect <no-reply@example.com>' });
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('an outbox that nobody wrote to is empty', async () => {
  expect(await outbox.list()).toEqual([]);
});

describe('as every mailer', () => {
  describeMailer(() => ({
    mailer: outbox,
    received: async () => {
      const entries = (await outbox.list()).toReversed();
      return Promise.all(entries.map(async ({ id }) => (await outbox.read(id)) ?? ''));
    },
  }));
});

test('the list names recipient, subject and time, newest first, and only whole messages', async () => {
  const began = Date.now();
  await outbox.send({ to: 'a@example.com', subject: 'Späte Prüfung', text: 'x', html: '<p>x</p>' });
  const [newest] = await outbox.list();
  expect(newest).toMatchObject({ to: 'a@example.com', subject: 'Späte Prüfung' });
  expect(newest?.sentAt.getTime()).toBeGreaterThanOrEqual(began);
  expect(readdirSync(folder).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  expect(await outbox.list(1)).toHaveLength(1);
});

test.each(['../secrets', '../../etc/passwd', 'a/b', ''])('reads nothing for the id %j', async (id) => {
  expect(await outbox.read(id)).toBeNull();
});
