import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as repository from './learning.repository.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const figures = { damaged: 1, found: 1, rightClass: 1, rightPlace: 1, clean: 1, falseAlarms: 0 };
const version = {
  source: 'archive' as const,
  head: {},
  trainingRecord: { photos: 2, categories: [], before: figures, after: figures, outcomes: {} },
};
const add = () => database.db.transaction((tx) => repository.insertVersion(tx, version));
const use = (number: number | null) => database.db.transaction((tx) => repository.updateNumberInUse(tx, number));

test('versions are numbered consecutively, even two that are created at once', async () => {
  expect(new Set(await Promise.all([add(), add(), add()]))).toEqual(new Set([1, 2, 3]));
  // A restored backup writes the numbers itself, and the next version continues after them.
  await database.pool.query(
    "insert into learned_versions (number, source, head, lesson) values (7, 'archive', '{}', '{}')",
  );
  expect(await add()).toBe(8);
});

test('at most one version is in use', async () => {
  expect(await Promise.all([use(1), use(2)])).toEqual([true, true]);
  expect([1, 2]).toContain(await repository.findNumberInUse(database.db));
  expect(await use(9)).toBe(false);
  await use(null);
  expect(await repository.findNumberInUse(database.db)).toBeNull();
});
