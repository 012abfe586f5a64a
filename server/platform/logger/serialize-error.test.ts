import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function logged(error: unknown): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ level: 'info', destination }).error({ err: error }, 'request failed');
  return lines.join('');
}
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => null).catch((error: unknown) => error);

const email = 'somebody.private@example.com';
const hash = '$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA';
const insert = () =>
  database.db.execute(sql`insert into users (username, email, password) values ('private-name', ${email}, ${hash})`);

test('a statement that fails is logged without its values', async () => {
  await insert();
  const duplicate = await failure(insert());
  const unreadable = await failure(database.db.execute(sql`select * from users where id = ${email}`));
  const raw = await failure(database.pool.query('select $1::uuid', [email]));
  const asCause = new Error('The sign-in failed', { cause: duplicate });
  for (const error of [duplicate, unreadable, raw, asCause]) {
    expect(error).toBeInstanceOf(Error);
    const line = logged(error);
    expect(line).not.toContain(email);
    expect(line).not.toContain('argon2id');
    expect(line).not.toContain('private-name@');
  }
  expect(JSON.parse(logged(duplicate)).err).toMatchObject({
    message: expect.stringContaining('insert into users'),
    cause: { code: '23505', constraint: expect.stringMatching(/^users_/) },
  });
  expect(JSON.parse(logged(raw)).err).toMatchObject({ code: '22P02', stack: expect.stringContaining('\n    at ') });
});

test('other errors keep their message, place and cause', () => {
  const { err } = JSON.parse(logged(new TypeError('no such file', { cause: new Error('the disk is full') })));
  expect(err).toMatchObject({ type: 'TypeError', message: 'no such file', cause: { message: 'the disk is full' } });
  expect(err.stack).toContain('serialize-error.test.ts');
  expect(JSON.parse(logged('a text')).err).toEqual({
    type: 'string',
    message: 'Something that is no error was thrown',
  });
});
