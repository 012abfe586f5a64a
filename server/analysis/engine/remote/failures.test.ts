import { expect, test } from 'vitest';
import { failureOfAnswer } from './failures.ts';

const now = Date.UTC(2026, 10, 22, 12);
const failure = (status: number, body = '', headers: Record<string, string> = {}) =>
  failureOfAnswer({ status, headers, body }, now);

test.each([
  [400, '{"error":{"message":"Your credit balance is too low"}}', 'out_of_credit'],
  [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', 'key_refused'],
  [400, '{"error":{"message":"response_format is not supported"}}', 'refused'],
  [401, '', 'key_refused'],
  [402, '', 'out_of_credit'],
  [403, '', 'key_refused'],
  [404, '', 'model_missing'],
  [408, '', 'timed_out'],
  [413, '', 'refused'],
  [429, '{"error":{"code":"insufficient_quota"}}', 'out_of_credit'],
  [429, '', 'busy'],
  [500, '', 'broken'],
  [529, '{"error":{"type":"overloaded_error"}}', 'broken'],
])('%i %s means %s', (status, body, code) => {
  expect(failure(status, body).code).toBe(code);
});

test.each([
  ['seconds', {}, '', null],
  ['seconds', { 'retry-after': '7' }, '', 7000],
  ['a date', { 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' }, '', 30_000],
  ['a date that is over', { 'retry-after': 'Sun, 22 Nov 2026 11:00:00 GMT' }, '', null],
  ['no seconds', { 'retry-after': '0' }, '', null],
  ['no milliseconds', { 'retry-after-ms': '-5', 'retry-after': '7' }, '', 7000],
  ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '7' }, '', 250],
  ['RetryInfo', {}, '{"retryDelay": "1.5s"}', 1500],
  ['nonsense', { 'retry-after': 'soon' }, '', null],
])('how long to wait, in %s', (_form, headers, body, ms) => {
  expect(failure(429, body, headers as Record<string, string>).retryAfterMs).toBe(ms);
});
