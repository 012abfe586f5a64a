import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
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

test('without settings it is evaluation mode on loopback, with everything in the data folder [api.running.2, api.running.3, api.running.5, api.running.7, api.running.10, decisions.modes.1, decisions.analysis.1]', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    mode: 'evaluation',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    s3: null,
    smtpUrl: null,
    ai: { engine: 'builtin', remote: null },
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

test('a setting may stand in a file, so that a vault hands secrets over without the environment', () => {
  const file = join(folder, 'session-secret');
  writeFileSync(file, `${strong}\n`);
  const production = {
    DATA_DIR: folder,
    APP_MODE: 'production',
    PUBLIC_URL: 'https://inspect.example.com',
    SMTP_URL: 'smtp://mail.example.com',
  };
  expect(readConfig({ ...production, SESSION_SECRET_FILE: file }).sessionSecret).toBe(strong);
  expect(faultsOf({ ...production, SESSION_SECRET_FILE: file, SESSION_SECRET: strong })).toEqual([
    'SESSION_SECRET and SESSION_SECRET_FILE are both set; only one of them can be.',
  ]);
  expect(faultsOf({ ...production, SESSION_SECRET_FILE: join(folder, 'none') })).toEqual([
    `SESSION_SECRET cannot be read from ${join(folder, 'none')} (ENOENT).`,
  ]);
  for (const content of ['', 'hunter22']) {
    writeFileSync(file, content);
    const [fault = ''] = faultsOf({ ...production, SESSION_SECRET_FILE: file });
    expect(fault).toMatch(/SESSION_SECRET.*(is empty|at least 32)/);
    expect(fault).not.toContain('hunter22');
  }
});

test('admins need a second factor in production unless the setting says otherwise, and never in evaluation mode', () => {
  const production = {
    DATA_DIR: folder,
    APP_MODE: 'production',
    PUBLIC_URL: 'https://inspect.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    SESSION_SECRET: strong,
  };
  const needOf = (env: NodeJS.ProcessEnv) => readConfig(env).adminSecondFactor;
  expect(needOf(production)).toBe('required');
  expect(needOf({ ...production, ADMIN_SECOND_FACTOR: 'optional' })).toBe('optional');
  expect(needOf({ DATA_DIR: folder })).toBe('optional');
  expect(faultsOf({ ADMIN_SECOND_FACTOR: 'required' })).toEqual([
    'ADMIN_SECOND_FACTOR can be required in production mode only.',
  ]);
  const { secondFactorSecret, uploadSecret, sessionSecret, auditSecrets } = readConfig(production);
  expect(new Set([secondFactorSecret, uploadSecret, sessionSecret, auditSecrets[0]]).size).toBe(4);
  expect(Buffer.from(secondFactorSecret, 'base64url')).toHaveLength(32);
});

test('the audit log is sealed with a secret of its own, which is added to an earlier data folder too', () => {
  const file = join(folder, 'secrets.json');
  writeFileSync(file, JSON.stringify({ sessionSecret: strong }));
  const first = readConfig({ DATA_DIR: folder });
  expect(first.sessionSecret).toBe(strong);
  expect(first.auditSecrets).toEqual([JSON.parse(readFileSync(file, 'utf8')).auditSecret]);
  expect(readConfig({ DATA_DIR: folder }).auditSecrets).toEqual(first.auditSecrets);
  const [generated] = first.auditSecrets;
  const [newer, older] = [strong.toLowerCase(), strong.toUpperCase()];
  const named = readConfig({ DATA_DIR: folder, AUDIT_KEY: `${newer}, ${older}` });
  expect(named.auditSecrets).toEqual([newer, older, generated]);
  const production = {
    APP_MODE: 'production',
    PUBLIC_URL: 'https://inspect.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    SESSION_SECRET: strong,
  };
  const [derived, ...rest] = readConfig({ DATA_DIR: folder, ...production }).auditSecrets;
  expect([derived === strong, derived?.length, rest]).toEqual([false, 43, [generated]]);
  expect(faultsOf({ AUDIT_KEY: `${strong},short` })).toEqual([expect.stringMatching(/^AUDIT_KEY is too weak/)]);
});

test('every error is listed at once, one line each', () => {
  const faults = faultsOf({ PORT: '99999', LOG_LEVEL: 'loud', RATE_LIMIT: 'maybe', DATABASE_URL: 'mysql://x' });
  expect(faults).toHaveLength(4);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'RATE_LIMIT', 'LOG_LEVEL']);
  for (const fault of faults) expect(fault).not.toContain('\n');
});

test.each([...Object.keys(pino.levels.values), 'silent'])(
  'the log level %s of pino is taken [api.running.13]',
  (level) => {
    expect(readConfig({ DATA_DIR: folder, LOG_LEVEL: level }).logLevel).toBe(level);
    expect(faultsOf({ LOG_LEVEL: `${level}er` })).toEqual([expect.stringMatching(/^LOG_LEVEL /)]);
  },
);

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

const vendors = ['anthropic', 'google'];
test.each(['openai-compatible', ...vendors, 'google-vision'])(
  'the engine %s needs its model, its key or its address [decisions.analysis.2]',
  (engine) => {
    const needs = {
      'openai-compatible': ['AI_BASE_URL', 'AI_MODEL'],
      'google-vision': ['AI_API_KEY'],
    }[engine] ?? ['AI_API_KEY', 'AI_MODEL'];
    const missing = needs.map((name) => `${name} must be set for the engine ${engine}.`);
    expect(faultsOf({ AI_ENGINE: engine })).toEqual(missing);
    const env = { AI_ENGINE: engine, AI_API_KEY: 'k', AI_MODEL: 'm', AI_BASE_URL: 'https://models.example.com/v1' };
    expect(readConfig({ DATA_DIR: folder, ...env }).ai.remote).toMatchObject({ engine, model: 'm', timeoutMs: 60_000 });
  },
);

test.each([
  ['http://127.0.0.1:11434/v1', true],
  ['http://ollama:11434/v1', true],
  ['http://192.168.1.20:8000/v1', true],
  ['http://gpu.local/v1', true],
  ['https://models.example.com/v1', true],
  ['http://models.example.com/v1', false],
  ['http://8.8.8.8/v1', false],
])('a model service at %s is accepted: %s', (url, taken) => {
  const faults = faultsOf({ AI_ENGINE: 'openai-compatible', AI_MODEL: 'm', AI_BASE_URL: url });
  expect(faults).toEqual(taken ? [] : [expect.stringContaining('must use https')]);
});

test('a budget requires the prices by which its engine is billed', () => {
  const env = { AI_ENGINE: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k', AI_BUDGET: '25' };
  const [input, output, units] = [{ AI_PRICE_INPUT: '3' }, { AI_PRICE_OUTPUT: '15' }, { AI_PRICE_UNITS: '1.5' }];
  const fault = 'AI_BUDGET needs the prices of the engine anthropic: set AI_PRICE_INPUT and AI_PRICE_OUTPUT.';
  for (const prices of [{}, input, output, units]) expect(faultsOf({ ...env, ...prices })).toEqual([fault]);
  expect(faultsOf({ ...env, ...input, ...output })).toEqual([]);
  const vision = { ...env, AI_ENGINE: 'google-vision' };
  expect(faultsOf({ ...vision, ...input, ...output })).toEqual([expect.stringContaining('set AI_PRICE_UNITS.')]);
  expect(faultsOf({ ...vision, ...units })).toEqual([]);
  expect(faultsOf({ ...env, AI_BUDGET: 'much' })).toEqual([expect.stringContaining('US dollars')]);
});

test('an S3 store is any address with a bucket, and needs its credentials [api.running.5]', () => {
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

test('nightly backups go to a folder, or to a bucket of the same or another store', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const STORAGE_URL = 's3://photos?endpoint=http://127.0.0.1:9000&region=eu';
  const placeOf = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env }).backup?.place;
  expect(placeOf({ BACKUP_DIR: '/mnt/backups' })).toBe('/mnt/backups');
  const near = placeOf({ STORAGE_URL, BACKUP_DIR: 's3://backups/inn/', ...keys });
  expect(near).toMatchObject({ path: 'inn', bucket: { bucket: 'backups', endpoint: 'http://127.0.0.1:9000' } });
  const far = placeOf({ STORAGE_URL, BACKUP_DIR: 's3://backups?region=us-west-2', ...keys });
  expect(far).toMatchObject({ path: '', bucket: { endpoint: null, region: 'us-west-2', accessKeyId: 'a' } });
  const own = { BACKUP_ACCESS_KEY_ID: 'c', BACKUP_SECRET_ACCESS_KEY: 'd' };
  expect(placeOf({ STORAGE_URL, BACKUP_DIR: 's3://backups', ...keys, ...own })).toMatchObject({
    bucket: { endpoint: 'http://127.0.0.1:9000', accessKeyId: 'c', secretAccessKey: 'd' },
  });
  expect(faultsOf({ BACKUP_ACCESS_KEY_ID: 'c' })).toEqual([expect.stringContaining('must be set together')]);
  expect(faultsOf({ BACKUP_DIR: 's3://backups' })).toEqual([expect.stringContaining('must be set with BACKUP_DIR')]);
  expect(faultsOf({ STORAGE_URL, BACKUP_DIR: 's3://photos/x', ...keys })).toEqual([
    expect.stringContaining('another bucket'),
  ]);
  expect(faultsOf({ BACKUP_DIR: 's3://', ...keys })).toEqual([expect.stringContaining('BACKUP_DIR')]);
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

test('a contact is a mail or web address on a single line', () => {
  const contactOf = (text: string) => readConfig({ DATA_DIR: folder, SECURITY_CONTACT: text }).securityContact;
  expect(contactOf('security@example.com')).toBe('mailto:security@example.com');
  expect(contactOf('mailto:security@example.com')).toBe('mailto:security@example.com');
  expect(contactOf('https://example.com/security')).toBe('https://example.com/security');
  for (const text of ['http://example.com', 'javascript:alert(1)', 'mailto:nobody', 'a@b.example\nExpires: never', 'x'])
    expect(faultsOf({ SECURITY_CONTACT: text })).toEqual([
      expect.stringMatching(/^SECURITY_CONTACT must be an e-mail/),
    ]);
});
