import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstInaccessibleFolder, postgresCommand } from '#server/platform/postgres/system-user.ts';

let outer: string;
let inner: string;
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'closed-'));
  inner = join(outer, 'data');
  mkdirSync(inner);
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

const stranger = { uid: 59_999, gid: 59_999 };

test('names the folder that another user cannot enter', () => {
  expect(firstInaccessibleFolder(inner, stranger)).toBe(outer);
  chmodSync(outer, 0o711);
  expect(firstInaccessibleFolder(inner, stranger)).toBeNull();
});

test.runIf(process.getuid?.() === 0)('root is told in one sentence which folder is closed to postgres', () => {
  expect(() => postgresCommand({ dataDir: inner, programDir: '/', mayOverride: false })).toThrow(
    `The user postgres, as whom root runs the embedded database, cannot enter ${outer}: choose another DATA_DIR, ` +
      'open that folder (chmod o+x), start as another user, or set DATABASE_URL.',
  );
});

test.runIf(process.getuid?.() !== 0)('any other user runs the database as itself', () => {
  expect(postgresCommand({ dataDir: inner, programDir: '/', mayOverride: false })).toEqual({ prefix: [], user: null });
});
