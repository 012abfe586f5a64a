import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toCents } from '#contract/money.ts';
import { aiFaults, aiSettings, toAiConfig, type AiConfig, type AiValues } from '#server/config.ai.ts';
import { toQuotas, type Quotas } from '#server/config.quotas.ts';
import { settings, type SettingName, type SettingValues } from '#server/config.settings.ts';
import type { TelemetrySettings } from '#server/platform/telemetry/telemetry.ts';
import { toTelemetrySettings } from '#server/config.telemetry.ts';
import { oidcFaults, toOidcConfig, type OidcConfig } from '#server/config.oidc.ts';
import { bucketPath, givenText, type S3Location } from '#server/config.values.ts';

export type { OidcConfig } from '#server/config.oidc.ts';

export interface S3Config extends S3Location {
  accessKeyId: string;
  secretAccessKey: string;
}

type StoreKeys = Pick<S3Config, 'accessKeyId' | 'secretAccessKey'>;

export interface BackupConfig {
  /** A folder on the disk, or a path in a bucket. */
  place: string | { bucket: S3Config; path: string };
  keep: number;
}

export interface Config {
  mode: 'evaluation' | 'production';
  host: string;
  port: number;
  /** The origin of links; null in evaluation mode means the address on which the server listens. */
  publicUrl: string | null;
  /** An absolute path, which exists once the configuration has been read. */
  dataDir: string;
  /** The folder for uploaded files and their copies, unless they are in a bucket. */
  filesDir: string;
  /** The folder for e-mails when there is no mail server. */
  outboxDir: string;
  /** The folder for large temporary files, emptied at start. */
  scratchDir: string;
  /** null means the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null;
  /** null means files in filesDir. */
  s3: S3Config | null;
  /** The keys for buckets with backups: separate ones, or else those of the store. */
  backupKeys: StoreKeys | null;
  /** null means e-mails in outboxDir. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Signs sessions and CSRF tokens. */
  sessionSecret: string;
  /** Encrypts the keys of authenticator apps; derived from the session secret. */
  secondFactorSecret: string;
  /** Encrypts the secrets of webhooks; derived from the session secret. */
  webhookSecret: string;
  /** Derives the keys that identify this server to push services; derived from the session secret. */
  pushSecret: string;
  /** Whether webhooks and push notifications may be sent to private addresses. */
  webhookPrivateAddresses: boolean;
  /** Signs upload addresses; derived from the session secret. */
  uploadSecret: string;
  /**
   * Keys that seal the audit log: the first one seals new entries, the others only verify. Never stored in the
   * database.
   */
  auditSecrets: readonly [string, ...string[]];
  ai: AiConfig;
  /** Whether to learn from verdicts every night. */
  learn: boolean;
  analysisWorkers: number;
  faceBlur: boolean;
  /** The size limit of a recording, in bytes. */
  recordingMaxBytes: number;
  passwordResetMinutes: number;
  caseExpiryDays: number;
  pip: {
    crews: number;
    freightPercent: number;
    contingencyPercent: number;
    /** In cents. */
    mobilization: number;
    designFeePercent: number;
    afterHoursPercent: number;
    /** By state, in upper case. */
    regionalPercents: Record<string, number>;
  };
  /** The place and number of the nightly backups; null for none. */
  backup: BackupConfig | null;
  /** The retention periods in days; 0 keeps data forever. */
  keptDays: { photos: number; recordings: number; notices: number; mails: number; auditClients: number };
  /** Quotas per account; daily ones cover 24 hours. */
  quotas: Quotas;
  /** The number of cases that can be sent to one e-mail address in 24 hours. */
  casesPerAddress: number;
  sampleData: boolean;
  rateLimit: boolean;
  /** Whether this process answers requests, runs jobs, or does both. */
  role: 'all' | 'web' | 'worker';
  /** The addresses and networks whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[];
  /** Additional host names under which evaluation mode may be called, in lower case. */
  allowedHosts: string[];
  /** The token for /metrics. With null, evaluation mode requires none and production has no metrics. */
  metricsToken: string | null;
  /** Where traces and metrics are sent; null for nowhere. */
  telemetry: TelemetrySettings | null;
  /** Where to report security holes, as a URI; with null there is no security.txt. */
  securityContact: string | null;
  /** The path of the logo on PDFs; null prints the product's. */
  paperLogo: string | null;
  /** Whether admins must set up a second factor before they can do anything else. */
  adminSecondFactor: 'required' | 'optional';
  /** The identity provider for signing in; null for none. */
  oidc: OidcConfig | null;
  /** The maximum lifetime of a session, in days. */
  sessionMaxDays: number;
  logLevel: SettingValues['LOG_LEVEL'];
}

/** All errors in the settings, one line each. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Reads one setting, or its default when it is unset; reads and creates nothing else. Throws ConfigError. */
export function readSetting<Name extends SettingName>(
  name: Name,
  env: NodeJS.ProcessEnv = process.env,
): SettingValues[Name] {
  const row: { fallback: unknown; parse(text: string): unknown } = settings[name];
  try {
    const text = givenText(name, env);
    if (!text) return row.fallback as SettingValues[Name];
    return row.parse(text) as SettingValues[Name];
  } catch (error) {
    throw new ConfigError([`${name} ${error instanceof Error ? error.message : 'is not valid'}.`]);
  }
}

/** Reads only the settings of the engine, for commands that need no others. Throws ConfigError. */
export function readAiConfig(env: NodeJS.ProcessEnv = process.env): AiConfig {
  const values = Object.fromEntries(aiSettings.map((name) => [name, readSetting(name, env)])) as AiValues;
  const faults = aiFaults(values);
  if (faults.length > 0) throw new ConfigError(faults);
  return toAiConfig(values);
}

function readValues(env: NodeJS.ProcessEnv, faults: string[]): SettingValues {
  const read = (name: SettingName): SettingValues[SettingName] => {
    try {
      return readSetting(name, env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return settings[name].fallback;
    }
  };
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as SettingValues;
}

function productionFaults(env: NodeJS.ProcessEnv, values: SettingValues): string[] {
  const faults: string[] = [];
  for (const name of ['PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL'] as const) {
    const isGiven = env[name]?.trim() || env[`${name}_FILE`]?.trim();
    if (!isGiven) faults.push(`${name} must be set in production mode: ${settings[name].meaning}.`);
  }
  const url = values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : null;
  if (url?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    faults.push('PUBLIC_URL must use https in production mode, unless it is on this machine.');
  }
  if (!values.RATE_LIMIT) faults.push('RATE_LIMIT can be off in evaluation mode only.');
  if (values.SAMPLE_DATA) faults.push('SAMPLE_DATA can be on in evaluation mode only.');
  return faults;
}

type SecretName = 'sessionSecret' | 'auditSecret';
type KeptSecrets = Partial<Record<SecretName, string>>;

/** The secrets that earlier starts have generated; empty when the file does not exist. */
function readKeptSecrets(file: string): KeptSecrets {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (kept && typeof kept === 'object' && 'sessionSecret' in kept && typeof kept.sessionSecret === 'string') {
      const { sessionSecret } = kept;
      const auditSecret = 'auditSecret' in kept && typeof kept.auditSecret === 'string' ? kept.auditSecret : undefined;
      return auditSecret === undefined ? { sessionSecret } : { sessionSecret, auditSecret };
    }
    throw new ConfigError([`${file} has no sessionSecret; remove the file to have a new one made.`]);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new ConfigError([`${file} is not readable as JSON; remove the file to have a new one made.`]);
    }
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** The generated secrets of this data folder; with `generate`, missing ones are generated and stored. */
function keptSecrets(dataDir: string, { generate }: { generate: boolean }): KeptSecrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readKeptSecrets(file);
  if (!generate || (kept.sessionSecret && kept.auditSecret)) return kept;
  const random = () => randomBytes(32).toString('base64url');
  const complete = { sessionSecret: random(), auditSecret: random(), ...kept };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return complete;
}

const derived = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose, 'utf8').digest('base64url');

/** All secrets; each earlier one still verifies the audit entries that it has sealed. */
function readSecrets(values: SettingValues, dataDir: string): Pick<Config, 'sessionSecret' | 'auditSecrets'> {
  const production = values.APP_MODE === 'production';
  const kept = keptSecrets(dataDir, { generate: !production });
  const sessionSecret = values.SESSION_SECRET ?? kept.sessionSecret;
  if (!sessionSecret) throw new ConfigError(['SESSION_SECRET must be set in production mode.']);
  const candidates = [
    ...(values.AUDIT_KEY ?? []),
    ...(production ? [derived(sessionSecret, 'audit log')] : []),
    ...(kept.auditSecret ? [kept.auditSecret] : []),
  ];
  const [first = derived(sessionSecret, 'audit log'), ...rest] = new Set(candidates);
  return { sessionSecret, auditSecrets: [first, ...rest] };
}

function createDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR ${path} cannot be used as a folder: ${reason}.`]);
  }
}

const keyPair = (accessKeyId: string | null, secretAccessKey: string | null): StoreKeys | null =>
  accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;

function toBackupKeys(values: SettingValues, storeKeys: StoreKeys | null, faults: string[]): StoreKeys | null {
  const { BACKUP_ACCESS_KEY_ID: id, BACKUP_SECRET_ACCESS_KEY: secret } = values;
  if (!id !== !secret) faults.push('BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY must be set together.');
  return keyPair(id, secret) ?? storeKeys;
}

function toBackup(
  { BACKUP_DIR: text, BACKUP_KEEP: keep }: SettingValues,
  s3: S3Config | null,
  keys: StoreKeys | null,
  faults: string[],
): BackupConfig | null {
  if (text === null) return null;
  if (!text.startsWith('s3:')) return { place: resolve(text), keep };
  const { bucket, path } = bucketPath(text, s3);
  if (!keys) {
    faults.push(
      'BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY, or those of the store, must be set with BACKUP_DIR in a bucket.',
    );
    return null;
  }
  // Among the product's own files, backups would count as files to which nothing refers.
  if (s3?.bucket === bucket.bucket && s3.endpoint === bucket.endpoint) {
    faults.push('BACKUP_DIR must be in another bucket than STORAGE_URL.');
  }
  return { place: { bucket: { ...bucket, ...keys }, path: path.replace(/\/$/, '') }, keep };
}

/**
 * Reads and checks all settings. Creates the data folder and, in evaluation mode, the secrets stored in it. Throws
 * ConfigError with all errors at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const values = readValues(env, faults);
  faults.push(...aiFaults(values));
  const production = values.APP_MODE === 'production';
  if (production) faults.push(...productionFaults(env, values));
  else if (values.ADMIN_SECOND_FACTOR === 'required') {
    faults.push('ADMIN_SECOND_FACTOR can be required in production mode only.');
  }
  faults.push(...oidcFaults(values));
  const storeKeys = keyPair(values.AWS_ACCESS_KEY_ID, values.AWS_SECRET_ACCESS_KEY);
  const s3 = values.STORAGE_URL && storeKeys ? { ...values.STORAGE_URL, ...storeKeys } : null;
  if (values.STORAGE_URL && !storeKeys) {
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with STORAGE_URL.');
  }
  const backupKeys = toBackupKeys(values, storeKeys, faults);
  const backup = toBackup(values, s3, backupKeys, faults);
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);

  const dataDir = resolve(values.DATA_DIR);
  createDataDir(dataDir);
  const { sessionSecret, auditSecrets } = readSecrets(values, dataDir);
  const mailHost = values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : 'localhost';
  return {
    mode: values.APP_MODE,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir,
    filesDir: join(dataDir, 'files'),
    outboxDir: join(dataDir, 'outbox'),
    scratchDir: join(dataDir, 'scratch'),
    databaseUrl: values.DATABASE_URL,
    s3,
    backupKeys,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Innspect <no-reply@${mailHost}>`,
    sessionSecret,
    secondFactorSecret: derived(sessionSecret, 'second factors'),
    webhookSecret: derived(sessionSecret, 'webhooks'),
    pushSecret: derived(sessionSecret, 'web push'),
    webhookPrivateAddresses: values.WEBHOOK_PRIVATE_ADDRESSES,
    uploadSecret: derived(sessionSecret, 'upload addresses'),
    auditSecrets,
    ai: toAiConfig(values),
    learn: values.LEARN,
    analysisWorkers: values.ANALYSIS_WORKERS,
    faceBlur: values.FACE_BLUR,
    recordingMaxBytes: values.RECORDING_MAX_MB * 1024 * 1024,
    passwordResetMinutes: values.PASSWORD_RESET_MINUTES,
    caseExpiryDays: values.CASE_EXPIRY_DAYS,
    pip: {
      crews: values.PIP_CREWS,
      freightPercent: values.PIP_FREIGHT_PERCENT,
      contingencyPercent: values.PIP_CONTINGENCY_PERCENT,
      mobilization: toCents(values.PIP_MOBILIZATION),
      designFeePercent: values.PIP_DESIGN_FEE_PERCENT,
      afterHoursPercent: values.PIP_AFTER_HOURS_PERCENT,
      regionalPercents: values.PIP_REGIONAL_PERCENT,
    },
    backup,
    keptDays: {
      photos: values.PHOTOS_KEPT_DAYS,
      recordings: values.RECORDINGS_KEPT_DAYS,
      notices: values.NOTICES_KEPT_DAYS,
      mails: values.MAILS_KEPT_DAYS,
      auditClients: values.AUDIT_CLIENTS_KEPT_DAYS,
    },
    quotas: toQuotas(values),
    casesPerAddress: values.QUOTA_CASES_PER_ADDRESS,
    sampleData: values.SAMPLE_DATA ?? !production,
    rateLimit: values.RATE_LIMIT,
    role: values.ROLE,
    trustedProxies: values.TRUSTED_PROXIES,
    allowedHosts: [
      ...values.ALLOWED_HOSTS,
      ...[values.HOST, values.PUBLIC_URL && new URL(values.PUBLIC_URL).hostname].filter((name) => name !== null),
    ],
    metricsToken: values.METRICS_TOKEN,
    telemetry: toTelemetrySettings(values),
    securityContact: values.SECURITY_CONTACT,
    paperLogo: values.PAPER_LOGO,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'optional'),
    oidc: toOidcConfig(values),
    sessionMaxDays: values.SESSION_MAX_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}

/** The text of .env.example: every setting with its meaning and default, all commented out. */
export function renderEnvExample(): string {
  const rows = Object.entries(settings).map(([name, row]) => {
    const plain = /^[\w./]*$/.test(row.shownDefault) ? row.shownDefault : '';
    const note = plain === row.shownDefault ? '' : `\n# Default: ${row.shownDefault}`;
    return `# ${row.meaning.replaceAll('`', '')}${note}\n#${name}=${plain}\n`;
  });
  return `# Settings of Innspect. Copy this file to .env and set what should differ.\n\n${rows.join('\n')}`;
}

/** The settings as a Markdown table, for the README. */
export function renderReadmeTable(): string {
  const rows = Object.entries(settings).map(([name, row]) => `| ${name} | ${row.shownDefault} | ${row.meaning} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
