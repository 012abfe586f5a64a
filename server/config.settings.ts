import { oidcSettings } from '#server/config.oidc.ts';
import { telemetrySettings } from '#server/config.telemetry.ts';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  integer,
  dollars,
  percent,
  percentByState,
  oneOf,
  onOff,
  anyText,
  urlText,
  publicUrl,
  storageUrl,
  folderOrBucket,
  secret,
  secrets,
  networks,
  contact,
  hostNames,
  setting,
  type S3Location,
  type Setting,
} from '#server/config.values.ts';
import { retentionSettings } from '#server/config.retention.ts';
import { quotaSettings } from '#server/config.quotas.ts';

/** The engines that use a model service, of a vendor or on the operator's own machine. */
const remoteEngines = ['openai-compatible', 'anthropic', 'google', 'google-vision'] as const;
export type RemoteEngineName = (typeof remoteEngines)[number];
const engines = ['builtin', 'off', ...remoteEngines] as const;
export type EngineName = (typeof engines)[number];
export const isRemoteEngine = (name: EngineName): name is RemoteEngineName =>
  remoteEngines.some((each) => each === name);

/** The formats in which models answer boxes (docs/engines.md). */
const boxFormNames = ['gemini', 'qwen2.5-vl', 'qwen3-vl', 'claude', 'fractions'] as const;
export type BoxFormName = (typeof boxFormNames)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const defaultWorkers = Math.max(1, Math.min(2, availableParallelism() - 1));

/** All settings of the application, in the order of the documentation. */
export const settings = {
  APP_MODE: setting({
    meaning: '`evaluation` to try the product on this machine, `production` for real use',
    shownDefault: 'evaluation',
    fallback: 'evaluation',
    parse: oneOf(['evaluation', 'production']),
  }),
  PORT: setting({
    meaning: 'port to listen on; 0 picks a free one',
    shownDefault: '3000',
    fallback: 3000,
    parse: integer(0, 65_535),
  }),
  HOST: setting<string | null>({
    meaning: 'address to listen on',
    shownDefault: '127.0.0.1 in evaluation mode, 0.0.0.0 in production mode',
    fallback: null,
    parse: (text) => {
      if (/[\s/]/.test(text)) throw new Error('must be a host name or an IP address');
      return text;
    },
  }),
  ROLE: setting<'all' | 'web' | 'worker'>({
    meaning:
      'what this process does: web answers requests, worker runs jobs (and answers health checks), all does both',
    shownDefault: 'all',
    fallback: 'all',
    parse: oneOf(['all', 'web', 'worker']),
  }),
  PUBLIC_URL: setting<string | null>({
    meaning: 'address under which people reach the application, used in links; required in production mode',
    shownDefault: 'the address it listens on',
    fallback: null,
    parse: publicUrl,
  }),
  ALLOWED_HOSTS: setting<string[]>({
    meaning:
      'further host names, separated by commas, by which evaluation mode may be called; addresses, localhost and private names always may',
    shownDefault: '',
    fallback: [],
    parse: hostNames,
  }),
  METRICS_TOKEN: setting<string | null>({
    meaning:
      'at least 32 random characters that /metrics asks for as a bearer token; in production mode there are no metrics without it',
    shownDefault: '',
    fallback: null,
    parse: secret,
  }),
  SECURITY_CONTACT: setting<string | null>({
    meaning:
      'e-mail or https address to which people report security holes; /.well-known/security.txt names it, and is not there without it',
    shownDefault: '',
    fallback: null,
    parse: contact,
  }),
  PAPER_LOGO: setting<string | null>({
    meaning: 'path of a picture (PNG, JPEG or WebP): the logo of the organization on the PDFs of plans and inspections',
    shownDefault: '',
    fallback: null,
    parse: (text) => {
      if (!existsSync(text)) throw new Error('must be the path of a picture, which is not there');
      return text;
    },
  }),
  WEBHOOK_PRIVATE_ADDRESSES: setting({
    meaning:
      '`on` lets webhooks call http addresses and machines of private networks, this one too; pushed notices in evaluation mode only',
    shownDefault: 'off',
    fallback: false,
    parse: onOff,
  }),
  SESSION_MAX_DAYS: setting({
    meaning: 'days after which a session ends however much it is used',
    shownDefault: '90',
    fallback: 90,
    parse: integer(1, 3650),
  }),
  ADMIN_SECOND_FACTOR: setting<'required' | 'optional' | null>({
    meaning:
      '`required` lets admins do nothing before they have set up an authenticator app or a passkey; evaluation mode requires none',
    shownDefault: 'required in production mode',
    fallback: null,
    parse: oneOf(['required', 'optional']),
  }),
  ...telemetrySettings,
  ...oidcSettings,
  TRUSTED_PROXIES: setting<string[]>({
    meaning: 'addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-* headers are believed',
    shownDefault: '',
    fallback: [],
    parse: networks,
  }),
  SESSION_SECRET: setting<string | null>({
    meaning: 'at least 32 random characters that sign sessions and upload addresses; required in production mode',
    shownDefault: 'generated once and kept in DATA_DIR',
    fallback: null,
    parse: secret,
  }),
  AUDIT_KEY: setting<[string, ...string[]] | null>({
    meaning:
      'at least 32 random characters that seal the audit log; after a comma earlier ones, which still verify what they have sealed',
    shownDefault: 'generated once and kept in DATA_DIR; in production mode derived from SESSION_SECRET',
    fallback: null,
    parse: secrets,
  }),
  DATA_DIR: setting({
    meaning: 'folder of the embedded database, photo files, generated secrets and the outbox',
    shownDefault: './data',
    fallback: './data',
    parse: anyText,
  }),
  DATABASE_URL: setting<string | null>({
    meaning: 'a PostgreSQL server, version 15 or newer',
    shownDefault: 'an embedded PostgreSQL in DATA_DIR',
    fallback: null,
    parse: urlText(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
  }),
  STORAGE_URL: setting<S3Location | null>({
    meaning: 'any S3-compatible store, as `s3://bucket?endpoint=…&region=…`',
    shownDefault: 'files in DATA_DIR',
    fallback: null,
    parse: storageUrl,
  }),
  AWS_ACCESS_KEY_ID: setting<string | null>({
    meaning: 'access key of the store in STORAGE_URL',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  AWS_SECRET_ACCESS_KEY: setting<string | null>({
    meaning: 'secret key of the store in STORAGE_URL',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  SMTP_URL: setting<string | null>({
    meaning:
      'a mail server, as `smtps://user:password@host:465`; required in production mode, where `smtp://` must offer STARTTLS unless `?requireTLS=false` follows or it is on this machine',
    shownDefault: 'an outbox in DATA_DIR/outbox, one .eml a message',
    fallback: null,
    parse: urlText(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'),
  }),
  MAIL_FROM: setting<string | null>({
    meaning: 'sender of the mail that it sends',
    shownDefault: 'Innspect <no-reply@HOST of PUBLIC_URL>',
    fallback: null,
    parse: (text) => {
      if (!/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text)) {
        throw new Error('must be an e-mail address, like Innspect <no-reply@example.com>');
      }
      return text;
    },
  }),
  AI_ENGINE: setting({
    meaning:
      'what analyzes photos: `builtin` works on this machine without a network, `off` leaves it to people; `openai-compatible`, `anthropic`, `google` and `google-vision` ask a model service as well (docs/engines.md)',
    shownDefault: 'builtin',
    fallback: 'builtin',
    parse: oneOf(engines),
  }),
  AI_BASE_URL: setting<string | null>({
    meaning: 'address of the model service; required for `openai-compatible`',
    shownDefault: "the vendor's own",
    fallback: null,
    parse: urlText(['http:', 'https:'], 'https://models.example.com/v1'),
  }),
  AI_API_KEY: setting<string | null>({
    meaning: 'key of the model service; a model on a machine of your own may need none',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  AI_MODEL: setting<string | null>({
    meaning: 'model that the service uses; required but for `google-vision`',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  AI_BOXES: setting<BoxFormName | 'auto'>({
    meaning: `form in which the model gives boxes: auto (by its name), ${boxFormNames.join(', ')}`,
    shownDefault: 'auto',
    fallback: 'auto',
    parse: oneOf(['auto', ...boxFormNames]),
  }),
  AI_TIMEOUT_SECONDS: setting({
    meaning: 'how long the model service may take for one picture before the built-in engine stands in',
    shownDefault: '60',
    fallback: 60,
    parse: integer(1, 600),
  }),
  AI_REQUESTS_AT_ONCE: setting({
    meaning: 'requests to the model service under way at the same time',
    shownDefault: '4',
    fallback: 4,
    parse: integer(1, 64),
  }),
  AI_BUDGET: setting<number | null>({
    meaning:
      'what the model service may cost in a calendar month (UTC), in US dollars; then the built-in engine stands in',
    shownDefault: '',
    fallback: null,
    parse: dollars,
  }),
  AI_PRICE_INPUT: setting({
    meaning: 'what a million tokens of input cost, in US dollars',
    shownDefault: '0',
    fallback: 0,
    parse: dollars,
  }),
  AI_PRICE_OUTPUT: setting({
    meaning: 'what a million tokens of output cost, in US dollars',
    shownDefault: '0',
    fallback: 0,
    parse: dollars,
  }),
  AI_PRICE_UNITS: setting({
    meaning: 'what a thousand units of `google-vision` cost, in US dollars; a photo is two units',
    shownDefault: '0',
    fallback: 0,
    parse: dollars,
  }),
  LEARN: setting({
    meaning: '`off` learns from verdicts only when an admin asks for it, not every night',
    shownDefault: 'on',
    fallback: true,
    parse: onOff,
  }),
  ANALYSIS_WORKERS: setting({
    meaning: 'processes that analyze photos',
    shownDefault: 'one less than the cores, from 1 to 2',
    fallback: defaultWorkers,
    parse: integer(1, 64),
  }),
  FACE_BLUR: setting({
    meaning: "`off` leaves people's faces in shared copies of photos as they are",
    shownDefault: 'on',
    fallback: true,
    parse: onOff,
  }),
  RECORDING_MAX_MB: setting({
    meaning: 'the largest recording of a live inspection, in megabytes',
    shownDefault: '4096',
    fallback: 4096,
    // The seekable copy is stored in one piece, and an S3 store accepts no larger one.
    parse: integer(10, 5120),
  }),
  PASSWORD_RESET_MINUTES: setting({
    meaning: 'how long a link to choose a new password works, from 10 to 60 minutes',
    shownDefault: '30',
    fallback: 30,
    parse: integer(10, 60),
  }),
  CASE_EXPIRY_DAYS: setting({
    meaning: 'days after its due date when a case that nobody started expires',
    shownDefault: '30',
    fallback: 30,
    parse: integer(1, 3650),
  }),
  PIP_CREWS: setting({
    meaning: 'crews that work side by side in the schedule of a property improvement plan',
    shownDefault: '2',
    fallback: 2,
    parse: integer(1, 100),
  }),
  PIP_FREIGHT_PERCENT: setting({
    meaning: 'freight and tax on furniture, fixtures and equipment, in percent',
    shownDefault: '12',
    fallback: 12,
    parse: percent,
  }),
  PIP_CONTINGENCY_PERCENT: setting({
    meaning: 'contingency on the sum of a plan, in percent',
    shownDefault: '10',
    fallback: 10,
    parse: percent,
  }),
  PIP_MOBILIZATION: setting({
    meaning: 'mobilization, in whole US dollars for a plan',
    shownDefault: '0',
    fallback: 0,
    parse: integer(0, 999_999),
  }),
  PIP_DESIGN_FEE_PERCENT: setting({
    meaning: 'design and permit fee on the sum of a plan, in percent',
    shownDefault: '0',
    fallback: 0,
    parse: percent,
  }),
  PIP_AFTER_HOURS_PERCENT: setting({
    meaning: 'surcharge for work after hours on the sum of a plan, in percent',
    shownDefault: '0',
    fallback: 0,
    parse: percent,
  }),
  PIP_REGIONAL_PERCENT: setting<Record<string, number>>({
    meaning: 'what the sum of a plan is raised by in a state, in percent, as in `CA:27,NY:31`',
    shownDefault: '',
    fallback: {},
    parse: percentByState,
  }),
  BACKUP_DIR: setting<string | null>({
    meaning:
      'where a backup is written every night at 2:30 UTC: a folder on another disk than DATA_DIR, or `s3://bucket/path?endpoint=…&region=…`, another bucket than that of STORAGE_URL; without endpoint and region in its store',
    shownDefault: '',
    fallback: null,
    parse: folderOrBucket,
  }),
  BACKUP_ACCESS_KEY_ID: setting<string | null>({
    meaning: 'access key of buckets for backups, best of one that may reach nothing else',
    shownDefault: 'that of the store',
    fallback: null,
    parse: anyText,
  }),
  BACKUP_SECRET_ACCESS_KEY: setting<string | null>({
    meaning: 'secret key of buckets for backups',
    shownDefault: 'that of the store',
    fallback: null,
    parse: anyText,
  }),
  BACKUP_KEEP: setting({
    meaning: 'how many of the nightly backups are kept',
    shownDefault: '14',
    fallback: 14,
    parse: integer(1, 1000),
  }),
  ...quotaSettings,
  ...retentionSettings,
  SAMPLE_DATA: setting<boolean | null>({
    meaning: '`off` starts with an empty database; sample data exists in evaluation mode only',
    shownDefault: 'on in evaluation mode, on an empty database',
    fallback: null,
    parse: onOff,
  }),
  RATE_LIMIT: setting({
    meaning: '`off` lifts the limits on tries and calls, for load tests in evaluation mode only',
    shownDefault: 'on',
    fallback: true,
    parse: onOff,
  }),
  LOG_LEVEL: setting({
    meaning: `how much it logs: ${logLevels.join(', ')}`,
    shownDefault: 'info',
    fallback: 'info',
    parse: oneOf(logLevels),
  }),
};

export type SettingName = keyof typeof settings;
type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;
export type SettingValues = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> };
