import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig, renderEnvExample, renderReadmeTable } from '#server/config.ts';
import { settings } from '#server/config.settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const strong = 'q8Zt3vN0xPr5LwJc7YbHk2Md9SgFa4Ue';

function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig({ DATA_DIR: folder, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('without settings it is the evaluation mode on loopback, with everything in the data folder [api.running.2, api.running.3, api.running.7, api.running.10, decisions.modes.1, decisions.analysis.1]', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    mode: 'evaluation',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    s3: null,
    smtpUrl: null,
    ai: { engine: 'builtin' },
    sampleData: true,
    rateLimit: true,
    faceBlur: true,
    pip: {
      crews: 2,
      freightPercent: 12,
      contingencyPercent: 10,
      mobilization: 0,
      designFeePercent: 0,
      afterHoursPercent: 0,
      regionalPercents: {},
    },
    caseExpiryDays: 30,
  });
  expect(config.analysisWorkers).toBeGreaterThanOrEqual(1);
});

test('a generated secret is readable by its owner only and stays the same [api.running.3, decisions.modes.2]', () => {
  const first = readConfig({ DATA_DIR: folder });
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  const second = readConfig({ DATA_DIR: folder });
  expect(second.sessionSecret).toBe(first.sessionSecret);
  expect(second.uploadSecret).toBe(first.uploadSecret);
  expect(first.uploadSecret).not.toBe(first.sessionSecret);
});

test('every fault is listed at once, one line for each [api.running.13]', () => {
  const faults = faultsOf({ PORT: '99999', LOG_LEVEL: 'loud', RATE_LIMIT: 'maybe', DATABASE_URL: 'mysql://x' });
  expect(faults).toHaveLength(4);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'RATE_LIMIT', 'LOG_LEVEL']);
  for (const fault of faults) expect(fault).not.toContain('\n');
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ DATA_DIR: folder, PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: null });
});

test('production refuses missing and weak settings [api.running.12, decisions.modes.1, decisions.modes.2]', () => {
  expect(faultsOf({ APP_MODE: 'production' }).map((fault) => fault.split(' ')[0])).toEqual([
    'PUBLIC_URL',
    'SESSION_SECRET',
    'SMTP_URL',
  ]);
  const base = { APP_MODE: 'production', SMTP_URL: 'smtp://mail.example.com', SESSION_SECRET: strong };
  expect(faultsOf({ ...base, PUBLIC_URL: 'http://inspect.example.com' })[0]).toMatch(/https/);
  const secure = { ...base, PUBLIC_URL: 'https://inspect.example.com' };
  expect(faultsOf({ ...secure, SESSION_SECRET: 'short' })).toEqual([
    expect.stringMatching(/^SESSION_SECRET is too weak/),
  ]);
  expect(faultsOf({ ...secure, SESSION_SECRET: 'a'.repeat(64) })).toHaveLength(1);
  expect(faultsOf({ ...secure, RATE_LIMIT: 'off' })).toEqual(['RATE_LIMIT can be off in evaluation mode only.']);
  expect(readConfig({ DATA_DIR: folder, ...secure })).toMatchObject({
    host: '0.0.0.0',
    sampleData: false,
    mailFrom: 'Innspect <no-reply@inspect.example.com>',
  });
});

test.each(['openai-compatible', 'anthropic', 'google', 'google-vision'])('the engine %s is not there yet', (name) => {
  expect(faultsOf({ AI_ENGINE: name })).toEqual([expect.stringContaining('not in this version yet')]);
});

test('an S3 store needs its credentials', () => {
  const url = 's3://photos?endpoint=http://127.0.0.1:9000&region=eu';
  expect(faultsOf({ STORAGE_URL: url })).toHaveLength(1);
  expect(
    readConfig({ DATA_DIR: folder, STORAGE_URL: url, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }).s3,
  ).toEqual({
    bucket: 'photos',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
});

test('the documentation names every setting, and .env.example is up to date', () => {
  const table = renderReadmeTable();
  const example = renderEnvExample();
  for (const name of Object.keys(settings)) {
    expect(table).toContain(`| ${name} |`);
    expect(example).toContain(`#${name}=`);
  }
  expect(readFileSync('.env.example', 'utf8')).toBe(example);
});
