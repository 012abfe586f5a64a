import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';

/** A setting: its name, meaning, default, and how its text becomes a value. */
export interface Setting<Value> {
  meaning: string;
  /** The default as the documentation shows it. */
  shownDefault: string;
  /** The value when the variable is unset or empty. */
  fallback: NoInfer<Value>;
  /** Turns the text of the variable into its value; throws an Error whose message completes "NAME …". */
  parse(text: string): Value;
}

function setting<Value>(row: Setting<Value>): Setting<Value> {
  return row;
}

function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

function percent(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 100)) throw new Error('must be a number from 0 to 100');
  return value;
}

function percentByState(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [state = '', value = ''] = part.split(':').map((word) => word.trim());
      if (state === '' || value === '') throw new Error('must be states with percents, such as CA:27,NY:31');
      return [state.toUpperCase(), percent(value)];
    }),
  );
}

function oneOf<const Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (!found) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

function onOff(text: string): boolean {
  return oneOf(['on', 'off'])(text) === 'on';
}

function anyText(text: string): string {
  return text;
}

function urlOf(text: string, protocols: readonly string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) throw new Error(`must be an address like ${example}`);
  return url;
}

function urlText(protocols: readonly string[], example: string): (text: string) => string {
  return (text) => {
    urlOf(text, protocols, example);
    return text;
  };
}

function publicUrl(text: string): string {
  const url = urlOf(text, ['http:', 'https:'], 'https://inspect.example.com');
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be an origin without a path, like https://inspect.example.com');
  }
  return url.origin;
}

export interface S3Location {
  bucket: string;
  endpoint: string | null;
  region: string;
}

function storageUrl(text: string): S3Location {
  const url = urlOf(text, ['s3:'], 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1');
  const endpoint = url.searchParams.get('endpoint');
  if (!url.hostname || (url.pathname !== '' && url.pathname !== '/')) {
    throw new Error('must name a bucket and nothing below it, like s3://bucket?region=eu-central-1');
  }
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) {
    throw new Error('must have an http or https address as its endpoint');
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') ?? 'us-east-1' };
}

/** At least 32 characters of which 12 differ: `openssl rand -base64 32` passes, a phrase typed by hand does not. */
function secret(text: string): string {
  if (text.length < 32 || new Set(text).size < 12) {
    throw new Error('is too weak: it needs at least 32 random characters, for example from: openssl rand -base64 32');
  }
  return text;
}

/** Addresses and networks, such as `10.0.0.5, 192.168.0.0/16`; never everybody. */
function networks(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const isRange =
      bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128));
    if (family === 0 || !isRange || rest.length > 0) {
      throw new Error('must list IP addresses or networks like 10.0.0.5, 192.168.0.0/16');
    }
  }
  return entries;
}

/**
 * The engines of this version, and those planned for later ones; a new engine's name moves from the second list to the
 * first.
 */
const engines = ['builtin', 'off'] as const;
export type EngineName = (typeof engines)[number];
const laterEngines = ['openai-compatible', 'anthropic', 'google', 'google-vision'];

function engine(text: string): EngineName {
  if (laterEngines.includes(text)) {
    throw new Error(`names the engine ${text}, which is not in this version yet; use one of ${engines.join(', ')}`);
  }
  return oneOf(engines)(text);
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const defaultWorkers = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Every setting of the application, in the order in which the documentation shows them. */
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
    meaning: 'a mail server, as `smtps://user:password@host:465`; required in production mode',
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
    meaning: 'what analyses photos: `builtin` works on this machine without a network, `off` leaves it to people',
    shownDefault: 'builtin',
    fallback: 'builtin',
    parse: engine,
  }),
  AI_BASE_URL: setting<string | null>({
    meaning: 'address of a model service; no engine of this version uses one',
    shownDefault: '',
    fallback: null,
    parse: urlText(['http:', 'https:'], 'https://models.example.com/v1'),
  }),
  AI_API_KEY: setting<string | null>({
    meaning: 'key of the model service; not used yet',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  AI_MODEL: setting<string | null>({
    meaning: 'model that the service should use; not used yet',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  ANALYSIS_WORKERS: setting({
    meaning: 'worker threads that analyse photos',
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
