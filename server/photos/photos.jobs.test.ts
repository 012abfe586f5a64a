import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { limitsOf } from './photos.jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'photo-jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The time limit of the analysis job, in seconds. */
function limitWith(env: Record<string, string>): number {
  return limitsOf(readConfig({ DATA_DIR: folder, ANALYSIS_WORKERS: '2', ...env })).timeoutSeconds;
}
const remote = { AI_ENGINE: 'openai-compatible', AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm' };

test.each([
  ['no model service', {}, 180],
  ['one request at once', { ...remote, AI_TIMEOUT_SECONDS: '60', AI_REQUESTS_AT_ONCE: '1' }, 180 + 2 * 5 * 2 * 60],
  ['four requests at once', { ...remote, AI_TIMEOUT_SECONDS: '60', AI_REQUESTS_AT_ONCE: '4' }, 180 + 5 * 2 * 60],
  [
    'a slow service and many workers',
    { ...remote, AI_TIMEOUT_SECONDS: '600', AI_REQUESTS_AT_ONCE: '1', ANALYSIS_WORKERS: '64' },
    12 * 3600,
  ],
])('the time limit of the analysis job covers its pictures: %s', (_with, env, seconds) => {
  expect(limitWith(env)).toBe(seconds);
});
