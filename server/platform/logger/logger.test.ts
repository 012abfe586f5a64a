import { expect, test } from 'vitest';
import { createLogger, redactUrl } from '#server/platform/logger/logger.ts';

function logged(fields: object): string {
  const lines: string[] = [];
  createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }).info(
    fields,
    'event',
  );
  return lines.join('');
}

test.each([
  { password: 'hunter2-hunter2' },
  { body: { password: 'hunter2-hunter2' } },
  { req: { headers: { cookie: 'session=hunter2-hunter2' } } },
  { req: { headers: { authorization: 'Bearer hunter2-hunter2' } } },
  { req: { headers: { 'x-csrf-token': 'hunter2-hunter2' } } },
  { res: { headers: { 'set-cookie': ['session=hunter2-hunter2'] } } },
  { a: { b: { c: { token: 'hunter2-hunter2' } } } },
])('hides %j', (fields) => {
  const line = logged(fields);
  expect(line).not.toContain('hunter2');
  expect(line).toContain('[hidden]');
});

test('writes everything else as one line of JSON', () => {
  const line = logged({ caseNumber: 'CASE-20261121-K7QM', err: new Error('no such file') });
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'event', caseNumber: 'CASE-20261121-K7QM' });
  expect(JSON.parse(line).err.message).toBe('no such file');
});

test('removes signatures and tokens from addresses', () => {
  expect(redactUrl('/uploads/a.jpg?expires=1&signature=abc')).toBe('/uploads/a.jpg?expires=1&signature=[hidden]');
  expect(redactUrl('/reset-password?token=abc#x')).toBe('/reset-password?token=[hidden]#x');
});
